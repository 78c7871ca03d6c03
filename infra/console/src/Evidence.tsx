import type { Completeness, Fact, Reply } from "./types";
import { words } from "./format";

const WHY: Record<string, string> = {
  repeated: "repeat another row",
  condition: "don't meet the condition",
  own_condition: "don't meet the figure's own condition",
  other_group: "belong to other groups",
  no_group: "have no group",
  unreadable: "could not be read as a number",
  empty: "are empty",
};

/** Where one figure comes from: the rows, the query, the agent. */
export function Evidence({ fact, reply, close }: { fact: Fact; reply: Reply; close: () => void }) {
  const response = reply.responses.find((one) => fact.id.startsWith(`${one.task_id}.`));
  const query = response?.result.queries_executed[fact.cells[0]?.query ?? 0];
  return (
    <aside class="evidence" aria-label="Where this figure comes from">
      <button class="ghost close" aria-label="Close" onClick={close}>
        ×
      </button>
      <p>
        <strong>{fact.text}</strong>
      </p>
      {fact.completeness && <Rows of={fact.completeness} />}
      {response && <p class="faint">Computed by {words(response.agent)}.</p>}
      {query && <pre tabIndex={0}>{query.sql}</pre>}
    </aside>
  );
}

function Rows({ of }: { of: Completeness }) {
  const account = of.accounts[0];
  if (!account) return null;
  const left = account.left_out.map((one) => `${one.rows.toLocaleString("en")} ${WHY[one.why] ?? "are left out"}`);
  return (
    <p>
      From {account.used.toLocaleString("en")} of {account.there.toLocaleString("en")} rows
      {left.length > 0 && `; ${left.join(", ")}`}.{of.as_of && ` The data goes to ${of.as_of}.`}
    </p>
  );
}
