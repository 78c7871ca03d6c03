"""Every store, and the clients beneath them: each is imported and built when it is first asked for, since no function
asks for all of them."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from botocore.config import Config
from botocore.session import Session, get_session

from shared.clock import Clock
from shared.settings import Settings
from shared.store.objects import Objects
from shared.store.table import Table

if TYPE_CHECKING:
    from shared.contracts import Loan
    from shared.store.datasets import DatasetStore
    from shared.store.deployment import DeploymentStore
    from shared.store.events import EventLog
    from shared.store.links import Links
    from shared.store.loans import Loans
    from shared.store.quotas import Quotas
    from shared.store.results import Results
    from shared.store.reviews import Reviews
    from shared.store.sessions import SessionStore
    from shared.store.tally import Tally
    from shared.store.turns import TurnStore
    from shared.store.uploads import Uploads
    from shared.store.watches import WatchStore
    from shared.store.webhooks import WebhookStore

CLIENT_CONFIG = Config(connect_timeout=2, read_timeout=10, retries={"mode": "standard", "total_max_attempts": 3})
TABLE_CONFIG = Config(connect_timeout=1, read_timeout=3, retries={"mode": "standard", "total_max_attempts": 3})

UPLOAD_CONFIG = Config(
    signature_version="s3v4", s3={"addressing_style": "virtual", "us_east_1_regional_endpoint": "regional"}
)
"""Without a style a form names the global endpoint, which for hours sends a new bucket's uploads elsewhere."""
UPLOAD_ELSEWHERE_CONFIG = Config(signature_version="s3v4", s3={"addressing_style": "path"})


class Stores:
    """The table and the bucket of a process, and what it keeps in them."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock

    @cached_property
    def session(self) -> Session:
        """What the clients are made by: botocore's own, since boto3's brings along what nobody asks for."""
        return get_session()

    def client(
        self, service: str, config: Config = CLIENT_CONFIG, endpoint: str | None = None, loan: "Loan | None" = None
    ) -> Any:
        """A client, with the process's own credentials unless others are lent."""
        lent: Any = (
            {"aws_access_key_id": loan.key_id, "aws_secret_access_key": loan.secret, "aws_session_token": loan.token}
            if loan
            else {}
        )
        return self.session.create_client(
            service, region_name=self.settings.region, config=config, endpoint_url=endpoint, **lent
        )

    @cached_property
    def table(self) -> Table:
        """The one table."""
        return Table(self.client("dynamodb", TABLE_CONFIG), self.settings.table)

    @cached_property
    def objects(self) -> Objects:
        """The bucket."""
        return Objects(lambda: self._s3, self.settings.bucket)

    @cached_property
    def _s3(self) -> Any:
        return self.client("s3")

    def lent_objects(self, loan: "Loan | None") -> Objects:
        """The bucket, by the rights of a loan; by the process's own where there is none."""
        return Objects(lambda: self.client("s3", loan=loan), self.settings.bucket) if loan else self.objects

    @cached_property
    def loans(self) -> "Loans":
        """Lends rights on the datasets of a query."""
        from shared.store.loans import Loans

        return Loans(self.client("sts"), self.settings.data_role_arn, self.settings.bucket, self.clock)

    @cached_property
    def uploads(self) -> "Uploads":
        """What lets a client send a file to the bucket by itself."""
        from shared.store.uploads import Uploads

        settings = self.settings
        return Uploads(self._signing, settings.bucket, most_bytes=settings.upload_most_bytes)

    @cached_property
    def links(self) -> "Links":
        """What lets a client fetch an object from the bucket by itself, for a while."""
        from shared.store.links import Links

        return Links(self._signing, self.settings.bucket)

    @cached_property
    def results(self) -> "Results":
        """All rows behind those that replies show."""
        from shared.store.results import Results

        return Results(self.objects, self.links, self.clock)

    @cached_property
    def _signing(self) -> Any:
        """What signs for clients of ours, where they reach the bucket."""
        elsewhere = self.settings.upload_endpoint
        return self.client("s3", UPLOAD_ELSEWHERE_CONFIG if elsewhere else UPLOAD_CONFIG, elsewhere or None)

    @cached_property
    def turns(self) -> "TurnStore":
        """Turns and what belongs to them."""
        from shared.store.turns import TurnStore

        settings = self.settings
        return TurnStore(
            self.table,
            self.objects,
            keep_days=settings.keep_days,
            lease_grace_seconds=settings.lease_grace_seconds,
        )

    @cached_property
    def quotas(self) -> "Quotas":
        """What each user may ask for."""
        from shared.store.quotas import Quotas, UserLimits

        settings = self.settings
        limits = UserLimits(
            settings.messages_per_minute, settings.turns_per_day, settings.tokens_per_day, settings.usd_per_day
        )
        return Quotas(self.table, limits)

    @cached_property
    def reviews(self) -> "Reviews":
        """Turns that people should look at."""
        from shared.store.reviews import Reviews

        return Reviews(self.table, keep_days=self.settings.keep_days)

    @cached_property
    def deployment(self) -> "DeploymentStore":
        """What an operator has set for everybody."""
        from shared.store.deployment import DeploymentStore

        return DeploymentStore(self.table)

    @cached_property
    def tally(self) -> "Tally":
        """How often each agent gave up, over all users."""
        from shared.store.tally import Tally

        return Tally(self.table, keep_days=self.settings.keep_days)

    @cached_property
    def events(self) -> "EventLog":
        """The log of each turn."""
        from shared.store.events import EventLog

        return EventLog(self.table, keep_days=self.settings.keep_days)

    @cached_property
    def sessions(self) -> "SessionStore":
        """Sessions."""
        from shared.store.sessions import SessionStore

        return SessionStore(self.table)

    @cached_property
    def datasets(self) -> "DatasetStore":
        """Datasets."""
        from shared.store.datasets import DatasetStore

        return DatasetStore(self.table, self.objects)

    @cached_property
    def watches(self) -> "WatchStore":
        """Watches, and what they told."""
        from shared.store.watches import WatchStore

        return WatchStore(self.table, keep_days=self.settings.keep_days)

    @cached_property
    def webhooks(self) -> "WebhookStore":
        """Webhooks."""
        from shared.store.webhooks import WebhookStore

        return WebhookStore(self.table)
