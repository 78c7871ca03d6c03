/** What the API gives, as far as the console reads it. The API's own description is /openapi.json. */

export type Scalar = string | number | boolean | null;
export type Status = "running" | "answered" | "partial" | "forfeited" | "failed";
export type Row = Record<string, Scalar>;

export interface Preview {
  purpose: string;
  data: Row[];
  row_count: number;
  truncated: boolean;
  link: string | null;
  /** Columns that only its computation needs; none in replies of earlier versions. */
  aside?: string[];
  /** How columns are called where their own names say more than what they are; none in replies of earlier versions. */
  shown?: Record<string, { called?: string }>;
}

/** All rows of a result that were fetched, each in the order of `columns`. */
export interface WholeResult {
  columns: string[];
  rows: Scalar[][];
  row_count: number;
  cut: boolean;
}

export interface Fact {
  id: string;
  name: string;
  value: Scalar;
  unit: string | null;
  decimals: number | null;
  text: string;
  cells: { query: number; row: number; column: string }[];
  completeness: Completeness | null;
}

export interface Completeness {
  accounts: { column: string | null; there: number; used: number; left_out: { why: string; rows: number }[] }[];
  shown: number;
  there: number;
  cut: boolean;
  as_of: string | null;
}

export interface Attempt {
  agent: string;
  action: string;
  outcome: "ok" | "empty" | "forfeited" | "failed";
  reason: string | null;
}

export interface AgentResponse {
  agent: string;
  task_id: string;
  task: string;
  status: "completed" | "forfeited" | "failed";
  result: {
    results: Preview[];
    insights: { summary: string; findings: string[]; insights: string[] };
    queries_executed: { sql: string; purpose: string }[];
    visualization_hint: string;
  };
  forfeit: Forfeit | null;
}

export interface Forfeit {
  code: string;
  reason: string;
  attempted_actions: string[];
  would_help: string | null;
  suggestions: string[];
  message: string;
}

export interface Chart {
  task_id: string;
  title: string;
  vega_lite: Record<string, unknown>;
}

export interface Message {
  role: "user" | "assistant" | "system";
  agent: string;
  content: string;
  metadata: { synthetic?: boolean; transition?: { from: string; to: string } };
}

/** Who works on a turn: tasks wave by wave, and what each waits for. */
export type Waves = { task_id: string; agent: string; depends_on: string[] }[][];

export interface Reply {
  turn_id: string;
  session_id: string;
  status: Status;
  text: string;
  source: string;
  messages: Message[];
  waves: Waves;
  responses: AgentResponse[];
  facts: Fact[];
  attempts: Attempt[];
  charts: Chart[];
  forfeit: Forfeit | null;
  assessment: { confidence_score: number } | null;
  timing: { asked_at: string; duration_ms: number | null } | null;
  usage?: { calls: number; price_usd: number };
}

export interface LogEvent {
  seq: number;
  type: string;
  at: string;
  agent: string;
  title: string;
  data: {
    waves?: Waves;
    task_id?: string;
    purposes?: string[];
    figures?: string[];
    seconds?: number;
    summary?: string;
    text?: string;
  };
  reply?: Reply;
}

export interface Session {
  session_id: string;
  mode: "analysis" | "consultation";
  dataset_ids: string[];
  created_at: string;
  settings: { failsafe_enabled: boolean | null; confidence_threshold: number | null };
  effective: { failsafe_enabled: boolean; confidence_threshold: number };
}

export interface HistoryEntry {
  turn_id: string;
  status: Status;
  role: "user" | "assistant" | "system";
  agent: string;
  content: string;
  at: string;
}

export interface Column {
  name: string;
  type: string;
  role: string;
  words: string;
  meaning: string;
  unit: string | null;
  nulls: number;
  distinct: number;
  minimum: Scalar;
  maximum: Scalar;
  quantiles: Record<string, number>;
  top_values: { value: Scalar; count: number }[];
}

export interface Profile {
  file_name: string;
  row_count: number;
  rows_dropped: number;
  columns: Column[];
  repairs: { kind: string; column: string | null; detail: string }[];
  ambiguities: { column: string; kind: "date_order" | "decimal_mark"; reading: string; alternative: string; detail: string }[];
}

export interface Dataset {
  dataset_id: string;
  file_name: string;
  status: "waiting" | "ready" | "rejected";
  reason: string | null;
  created_at: string;
  reading: { sheet: string | null };
  part_of: string | null;
  parts: string[];
  profile: Profile | null;
}

export interface Agent {
  name: string;
  description: string;
  capabilities: string[];
  also?: string[];
}

export interface Health {
  status: string;
  dependencies?: Record<string, unknown>;
}
