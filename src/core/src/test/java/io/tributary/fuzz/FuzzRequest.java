package io.tributary.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request to send: a valid one with one defect.
 *
 * @param kind kind of the defect, which is a column of the result table
 * @param note the exact defect
 * @param expected the allowed statuses; empty allows every documented status
 */
record FuzzRequest(
    ApiOperation op,
    String kind,
    String note,
    String uri,
    Map<String, String> headers,
    byte[] body,
    List<Integer> expected) {
  /** The parts of a valid request, which are replaced one by one. */
  static final class RequestDraft {
    final ApiOperation op;
    final Map<String, String> path = new LinkedHashMap<>();
    final List<String> query = new ArrayList<>();
    final Map<String, String> headers = new LinkedHashMap<>();
    byte[] body;

    RequestDraft(ApiOperation op) {
      this.op = op;
    }

    RequestDraft copy() {
      RequestDraft out = new RequestDraft(op);
      out.path.putAll(path);
      out.query.addAll(query);
      out.headers.putAll(headers);
      out.body = body;
      return out;
    }

    RequestDraft pathParameter(String parameter, String value) {
      RequestDraft out = copy();
      out.path.put(parameter, value);
      return out;
    }

    RequestDraft header(String name, String value) {
      RequestDraft out = copy();
      if (value == null) {
        out.headers.remove(name);
      } else {
        out.headers.put(name, value);
      }
      return out;
    }

    /** Returns a copy with another value for a query parameter; null removes it. */
    RequestDraft query(String name, String value) {
      RequestDraft out = copy();
      out.query.removeIf(q -> q.startsWith(name + "="));
      if (value != null) {
        out.query.add(name + "=" + value);
      }
      return out;
    }

    RequestDraft body(byte[] other) {
      RequestDraft out = copy();
      out.body = other;
      return out;
    }

    FuzzRequest build(String kind, String note, Integer... expected) {
      String uri = op.path();
      for (Map.Entry<String, String> p : path.entrySet()) {
        uri = uri.replace("{" + p.getKey() + "}", p.getValue());
      }
      if (!query.isEmpty()) {
        uri += "?" + String.join("&", query);
      }
      return new FuzzRequest(op, kind, note, uri, Map.copyOf(headers), body, List.of(expected));
    }
  }

  @Override
  public String toString() {
    return kind
        + " ["
        + note
        + "] "
        + op.method()
        + " "
        + (uri.length() > 300 ? uri.substring(0, 300) + "…" : uri);
  }
}
