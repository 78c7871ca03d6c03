import { lexer, type Token, type Tokens } from "marked";
import type { ComponentChildren, VNode } from "preact";
import { pieces } from "./format";
import type { Fact } from "./types";

interface Said {
  facts: Fact[];
  show: (fact: Fact) => void;
}

/** A reply's Markdown as elements: never as HTML, links as text, each figure a button that shows its source. */
export function Prose({ text, facts, show }: { text: string } & Said) {
  const said = { facts, show };
  return <div class="prose">{lexer(text).map((token) => block(token, said))}</div>;
}

function block(token: Token, said: Said): ComponentChildren {
  switch (token.type) {
    case "paragraph":
      return <p>{inline((token as Tokens.Paragraph).tokens, said)}</p>;
    case "heading":
      return <h2>{inline((token as Tokens.Heading).tokens, said)}</h2>;
    case "list": {
      const list = token as Tokens.List;
      const items = list.items.map((item) => <li>{item.tokens.map((inner) => block(inner, said))}</li>);
      return list.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return table(token as Tokens.Table, said);
    case "blockquote":
      return <blockquote>{(token as Tokens.Blockquote).tokens.map((inner) => block(inner, said))}</blockquote>;
    case "code":
      return <pre>{(token as Tokens.Code).text}</pre>;
    case "space":
    case "def":
      return null;
    case "text": {
      const inner = (token as Tokens.Text).tokens;
      return inner ? inline(inner, said) : figures((token as Tokens.Text).text, said);
    }
    default:
      return <p>{figures(token.raw, said)}</p>;
  }
}

function table(token: Tokens.Table, said: Said): VNode {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {token.header.map((cell) => (
              <th scope="col">{inline(cell.tokens, said)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{inline(cell.tokens, said)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: Token[], said: Said): ComponentChildren {
  return tokens.map((token) => {
    switch (token.type) {
      case "strong":
        return <strong>{inline((token as Tokens.Strong).tokens, said)}</strong>;
      case "em":
        return <em>{inline((token as Tokens.Em).tokens, said)}</em>;
      case "codespan":
        return <code>{(token as Tokens.Codespan).text}</code>;
      case "br":
        return <br />;
      case "escape":
      case "text":
        return figures((token as Tokens.Text).text, said);
      default:
        return token.raw;
    }
  });
}

function figures(text: string, said: Said): ComponentChildren {
  return pieces(text, said.facts).map((piece) =>
    typeof piece === "string" ? (
      piece
    ) : (
      <button class="figure" title={piece.fact.text} onClick={() => said.show(piece.fact)}>
        {piece.text}
      </button>
    ),
  );
}
