package io.tributary.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One request to send: a good one with something wrong in it.
 *
 * @param kind what is wrong, as a column of the table
 * @param note which one exactly
 * @param expected the only statuses allowed; empty = any that the operation documents
 */
record Hit(
    Op op,
    String kind,
    String note,
    String uri,
    Map<String, String> headers,
    byte[] body,
    List<Integer> expected) {
  /** The parts of a good request, to be spoilt one by one. */
  static final class Draft {
    final Op op;
    final Map<String, String> path = new LinkedHashMap<>();
    final List<String> query = new ArrayList<>();
    final Map<String, String> headers = new LinkedHashMap<>();
    byte[] body;

    Draft(Op op) {
      this.op = op;
    }

    Draft copy() {
      Draft out = new Draft(op);
      out.path.putAll(path);
      out.query.addAll(query);
      out.headers.putAll(headers);
      out.body = body;
      return out;
    }

    Draft with(String parameter, String value) {
      Draft out = copy();
      out.path.put(parameter, value);
      return out;
    }

    Draft header(String name, String value) {
      Draft out = copy();
      if (value == null) {
        out.headers.remove(name);
      } else {
        out.headers.put(name, value);
      }
      return out;
    }

    /** With another value of a query parameter; null = without it. */
    Draft asked(String name, String value) {
      Draft out = copy();
      out.query.removeIf(q -> q.startsWith(name + "="));
      if (value != null) {
        out.query.add(name + "=" + value);
      }
      return out;
    }

    Draft body(byte[] other) {
      Draft out = copy();
      out.body = other;
      return out;
    }

    Hit hit(String kind, String note, Integer... expected) {
      String uri = op.path();
      for (Map.Entry<String, String> p : path.entrySet()) {
        uri = uri.replace("{" + p.getKey() + "}", p.getValue());
      }
      if (!query.isEmpty()) {
        uri += "?" + String.join("&", query);
      }
      return new Hit(op, kind, note, uri, Map.copyOf(headers), body, List.of(expected));
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
