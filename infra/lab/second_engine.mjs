// Runs one state machine in many recorded scenarios on aws-local-stepfunctions: JSON in on stdin, JSON out on stdout.
// The handlers answer what the real functions answered on the first engine; each call that is made is told.
import { readFileSync } from "node:fs";
import { StateMachine } from "aws-local-stepfunctions";

const { machine, scenarios } = JSON.parse(readFileSync(0, "utf8"));
const engine = new StateMachine(machine, { validationOptions: { checkArn: true, checkPaths: true } });
const tasks = namesOf(machine, (state) => state.Type === "Task");
const noWaiting = Object.fromEntries(tasks.map((name) => [name, 0]));

process.stdout.write(JSON.stringify(await Promise.all(scenarios.map(run))));

function namesOf(definition, wanted) {
  return Object.entries(definition.States).flatMap(([name, state]) => [
    ...(wanted(state) ? [name] : []),
    ...(state.ItemProcessor ? namesOf(state.ItemProcessor, wanted) : []),
  ]);
}

async function run({ input, answers, now }) {
  const calls = [];
  const handlers = Object.fromEntries(tasks.map((name) => [name, (given) => answer(name, given, answers, calls)]));
  const execution = engine.run(input, {
    overrides: { taskResourceLocalHandlers: handlers, retryIntervalOverrides: noWaiting },
    context: { State: { EnteredTime: now } },
  });
  const ended = execution.result.catch(() => null);
  const path = [];
  let end = null;
  for await (const event of execution.eventLogs) {
    if (event.type === "StateEntered") path.push(event.state.name);
    if (event.type === "ExecutionSucceeded") end = { status: "SUCCEEDED", error: null };
    if (event.type === "ExecutionFailed") end = { status: "FAILED", error: event.Error };
  }
  await ended;
  return { path, calls, end };
}

// What the service would do: the next recorded answer for this state and task, as Step Functions would hand it on.
async function answer(name, given, answers, calls) {
  calls.push({ state: name, given });
  const task = given.Payload?.task?.task_id ?? "";
  const left = answers[`${name} ${task}`] ?? answers[`${name} `] ?? [];
  const next = left.shift();
  if (next === undefined) throw named("NeverCalledOnTheFirstEngine", `${name} ${task}`);
  if (next.error) throw named(next.error, next.cause ?? "", next.catchable);
  return next.result;
}

function named(name, message, catchable = true) {
  return Object.assign(new Error(message), { name, isCatchable: catchable, isRetryable: catchable });
}
