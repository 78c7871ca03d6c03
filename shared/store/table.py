"""The one DynamoDB table, as a few verbs over plain items. Bodies are JSON text; keys and flags are attributes."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from botocore.exceptions import BotoCoreError, ClientError

from shared.errors import StoreUnavailable
from shared.ids import new_id
from shared.store.attributes import from_attribute, to_attribute

Item = dict[str, Any]


CLASHES = {"ConditionalCheckFailed", "TransactionConflict"}
"""Why a transaction is cancelled that may be tried again, or has its answer in the table."""


TELL_WHY = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
"""A refusal brings the item that was there, by which a write whose answer got lost knows itself again."""


class Refused(Exception):
    """A condition did not hold, or a transaction met another one.

    `refused` says whose conditions of a transaction did not hold; `found` is the item that refused a single write, None
    where there was none.
    """

    def __init__(self, refused: tuple[bool, ...] = (True,), found: Item | None = None) -> None:
        super().__init__("a condition did not hold")
        self.refused = refused
        self.found = found


@contextmanager
def _asking() -> Iterator[None]:
    """Turns what botocore raises into Refused or StoreUnavailable."""
    try:
        yield
    except ClientError as error:
        code = error.response.get("Error", {}).get("Code", "")
        if code == "ConditionalCheckFailedException":
            found: Any = error.response.get("Item")
            raise Refused(found=plain(found) if found else None) from error
        reasons = [reason.get("Code") for reason in error.response.get("CancellationReasons") or []]
        if not CLASHES.isdisjoint(reasons):
            raise Refused(tuple(reason == "ConditionalCheckFailed" for reason in reasons)) from error
        raise StoreUnavailable(f"the table answered {code}") from error
    except BotoCoreError as error:
        raise StoreUnavailable(f"the table did not answer ({type(error).__name__})") from error


def _attributes(item: Mapping[str, Any]) -> dict[str, Any]:
    return {name: to_attribute(value) for name, value in item.items() if value is not None}


def plain(attributes: Mapping[str, Any]) -> Item:
    """An item as the stream or the client gives it, as plain values."""
    return {name: from_attribute(value) for name, value in attributes.items()}


class Table:
    """Items by (pk, sk). Every verb raises StoreUnavailable where the table does not answer."""

    def __init__(self, client: Any, name: str) -> None:
        self._client = client
        self._name = name

    def get(self, pk: str, sk: str) -> Item | None:
        """The item, read consistently, or None."""
        with _asking():
            found = self._client.get_item(
                TableName=self._name, Key=_attributes({"pk": pk, "sk": sk}), ConsistentRead=True
            )
        return plain(found["Item"]) if "Item" in found else None

    def get_many(self, keys: Sequence[tuple[str, str]]) -> list[Item]:
        """The items that there are of these, in any order, read consistently."""
        left: Any = {self._name: {"Keys": [_attributes({"pk": pk, "sk": sk}) for pk, sk in keys]}} if keys else {}
        found: list[Item] = []
        while left:
            left[self._name]["ConsistentRead"] = True
            with _asking():
                page = self._client.batch_get_item(RequestItems=left)
            if "Responses" not in page:
                raise StoreUnavailable("the table answered a reading with nothing")
            some = page["Responses"].get(self._name, [])
            left = page.get("UnprocessedKeys") or {}
            if left and not some:
                raise StoreUnavailable("the table is too busy to read")
            found += [plain(item) for item in some]
        return found

    def put(self, item: Item) -> None:
        """Writes the item over whatever is there."""
        with _asking():
            self._client.put_item(TableName=self._name, Item=_attributes(item))

    def put_new(self, item: Item) -> bool:
        """Writes the item where none is; False where there is another one already.

        An answer that got lost makes botocore write again, and be refused by the item's own self: `written` tells it
        from one that another writer made alike.
        """
        mine = {**item, "written": new_id("put")}
        try:
            with _asking():
                self._client.put_item(
                    TableName=self._name,
                    Item=_attributes(mine),
                    ConditionExpression="attribute_not_exists(pk)",
                    **TELL_WHY,
                )
        except Refused as refused:
            return refused.found is not None and refused.found.get("written") == mine["written"]
        return True

    def put_over(self, item: Item, counted: str | None = None) -> bool:
        """Writes the item over the one that is there; False where there is none, or where that has `counted` further by
        this attribute. Twice comes to the same as once."""
        condition, optional = "attribute_exists(pk)", {}
        if counted is not None:
            condition += " AND (attribute_not_exists(#counted) OR #counted <= :counted)"
            optional = {
                "ExpressionAttributeNames": {"#counted": counted},
                "ExpressionAttributeValues": _attributes({":counted": item[counted]}),
            }
        try:
            with _asking():
                self._client.put_item(
                    TableName=self._name, Item=_attributes(item), ConditionExpression=condition, **optional
                )
        except Refused:
            return False
        return True

    def delete(self, pk: str, sk: str) -> None:
        """Removes the item; nothing happens where there is none."""
        with _asking():
            self._client.delete_item(TableName=self._name, Key=_attributes({"pk": pk, "sk": sk}))

    def update(
        self,
        pk: str,
        sk: str,
        expression: str,
        values: Mapping[str, Any] | None = None,
        *,
        names: Mapping[str, str] | None = None,
        condition: str = "attribute_exists(pk)",
    ) -> Item:
        """Updates under the condition and gives the new item. Raises Refused where it does not hold.

        An answer that got lost makes botocore update again: so nothing is counted here (`transact` does that), and a
        condition that its own update ends is compared with what `Refused` found.
        """
        optional: dict[str, Any] = {}
        if values:
            optional["ExpressionAttributeValues"] = _attributes(values)
        if names:
            optional["ExpressionAttributeNames"] = dict(names)
        with _asking():
            answer = self._client.update_item(
                TableName=self._name,
                Key=_attributes({"pk": pk, "sk": sk}),
                UpdateExpression=expression,
                ConditionExpression=condition,
                ReturnValues="ALL_NEW",
                **TELL_WHY,
                **optional,
            )
        return plain(answer["Attributes"])

    def query(
        self,
        pk: str,
        prefix: str = "",
        *,
        after: str | None = None,
        before: str | None = None,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> list[Item]:
        """The items of a partition whose sort key starts with `prefix` and lies after `after`, or before `before`."""
        bound = after or before
        condition, values = "pk = :pk AND begins_with(sk, :prefix)", {":pk": pk, ":prefix": prefix}
        if bound is not None:
            condition = "pk = :pk AND sk BETWEEN :low AND :high"
            values = {":pk": pk, ":low": after or prefix, ":high": before or prefix + "\uffff"}
        elif not prefix:
            condition, values = "pk = :pk", {":pk": pk}
        found = self._pages(
            KeyConditionExpression=condition,
            ExpressionAttributeValues=_attributes(values),
            ConsistentRead=True,
            ScanIndexForward=not newest_first,
            limit=limit and limit + (bound is not None),  # the bound itself may be among them
        )
        return [item for item in found if item["sk"] != bound][:limit]

    def index(self, name: str, attribute: str, value: str, *, before: tuple[str, str] | None = None) -> list[Item]:
        """The items of a secondary index; `before` is (sort attribute, exclusive upper bound)."""
        condition, values = f"{attribute} = :value", {":value": value}
        if before:
            condition += f" AND {before[0]} < :before"
            values[":before"] = before[1]
        return self._pages(
            IndexName=name, KeyConditionExpression=condition, ExpressionAttributeValues=_attributes(values), limit=None
        )

    def transact(self, writes: Sequence[Mapping[str, Any]]) -> None:
        """All writes or none, and once, though the answer gets lost: botocore sends the same token with each try.

        Raises Refused, with the writes whose conditions did not hold.
        """
        with _asking():
            self._client.transact_write_items(
                TransactItems=[self._named(write) for write in writes], ClientRequestToken=str(uuid4())
            )

    def _named(self, write: Mapping[str, Any]) -> dict[str, Any]:
        return {kind: {"TableName": self._name, **arguments} for kind, arguments in write.items()}

    def _pages(self, *, limit: int | None, **arguments: Any) -> list[Item]:
        found: list[Item] = []
        while True:
            if limit is not None:
                arguments["Limit"] = limit - len(found)
            with _asking():
                page = self._client.query(TableName=self._name, **arguments)
            if "Items" not in page:
                raise StoreUnavailable("the table answered a query with nothing")
            found += [plain(item) for item in page["Items"]]
            if "LastEvaluatedKey" not in page or (limit is not None and len(found) >= limit):
                return found
            arguments["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def put_if_new(item: Item) -> dict[str, Any]:
    """A transaction's write: put, where there is no such item."""
    return {"Put": {"Item": _attributes(item), "ConditionExpression": "attribute_not_exists(pk)"}}


def delete_if_there(pk: str, sk: str) -> dict[str, Any]:
    """A transaction's write: remove the item, where there is one."""
    return {"Delete": {"Key": _attributes({"pk": pk, "sk": sk}), "ConditionExpression": "attribute_exists(pk)"}}


def update_if(
    pk: str,
    sk: str,
    expression: str,
    values: Mapping[str, Any],
    condition: str,
    names: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A transaction's write: update, where the condition ("" for none) holds."""
    write: dict[str, Any] = {
        "Key": _attributes({"pk": pk, "sk": sk}),
        "UpdateExpression": expression,
        "ExpressionAttributeValues": _attributes(values),
    }
    if condition:
        write["ConditionExpression"] = condition
    if names:
        write["ExpressionAttributeNames"] = dict(names)
    return {"Update": write}
