"""Who may ask: the user pool, its login page, and the client by which a person signs in."""

from collections.abc import Sequence

from aws_cdk import CfnOutput, Stack
from aws_cdk import aws_cognito as cognito
from constructs import Construct

from infra.stack.acknowledged import acknowledge
from infra.stack.storage import outlives

OF_ACCESS_TOKENS = "aws.cognito.signin.user.admin"
"""What the access token is good for of a user who has signed in; without a scope to ask for, API Gateway takes ID
tokens and no access tokens."""
CALLBACK = "http://localhost:8765/"
"""Where the login page sends a person back to, and `candor login` waits: the one host that may do without TLS."""
ACKNOWLEDGED = {
    "AwsSolutions-COG8": "Sign-up is closed and a second factor required; the plus plan is a cost to choose.",
}


class Users(Construct):
    """`pool` is whom the door knows, `login` the address of the page on which they sign in, `client` the id of the
    client that they do it with, once there is one."""

    def __init__(self, scope: Construct, prefix: str, *, protected: bool) -> None:
        super().__init__(scope, "Users")
        self.client = ""
        self.pool = cognito.UserPool(
            self,
            "Pool",
            user_pool_name=prefix,
            feature_plan=cognito.FeaturePlan.ESSENTIALS,  # the least that has the login page
            self_sign_up_enabled=False,
            sign_in_aliases=cognito.SignInAliases(email=True),
            mfa=cognito.Mfa.REQUIRED,
            mfa_second_factor=cognito.MfaSecondFactor(otp=True, sms=False),
            password_policy=cognito.PasswordPolicy(
                min_length=12, require_digits=True, require_lowercase=True, require_uppercase=True, require_symbols=True
            ),
            removal_policy=outlives(protected=protected),
        )
        self._domain = self.pool.add_domain(
            "login",
            # an address that no other account has
            cognito_domain=cognito.CognitoDomainOptions(domain_prefix=f"{prefix}-{Stack.of(self).account}"),
            managed_login_version=cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
        )
        self.login: str = self._domain.base_url()
        acknowledge(self, ACKNOWLEDGED)
        CfnOutput(Stack.of(self), "UserPool", value=self.pool.user_pool_id)
        CfnOutput(Stack.of(self), "Login", value=self.login)

    def sign_in_from(self, pages: Sequence[str]) -> None:
        """Adds the client: the login page sends a person back to these pages and to `candor login`, no others."""
        client = self.pool.add_client(
            "client",
            auth_flows=cognito.AuthFlow(user_srp=True),
            generate_secret=False,
            o_auth=cognito.OAuthSettings(
                flows=cognito.OAuthFlows(authorization_code_grant=True),
                scopes=[cognito.OAuthScope.OPENID, cognito.OAuthScope.COGNITO_ADMIN],
                callback_urls=[CALLBACK, *pages],
                logout_urls=list(pages) or None,
            ),
            supported_identity_providers=[cognito.UserPoolClientIdentityProvider.COGNITO],
            prevent_user_existence_errors=True,
            enable_token_revocation=True,
        )
        branding = cognito.CfnManagedLoginBranding(
            self,
            "Branding",
            user_pool_id=self.pool.user_pool_id,
            client_id=client.user_pool_client_id,
            use_cognito_provided_values=True,
        )
        branding.node.add_dependency(self._domain)  # without a style the page answers that it does not exist
        self.client = client.user_pool_client_id
        CfnOutput(Stack.of(self), "UserPoolClient", value=self.client)
