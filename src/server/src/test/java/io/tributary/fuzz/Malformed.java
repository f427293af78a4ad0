package io.tributary.fuzz;

import java.util.List;
import java.util.Random;

/** Good requests with one thing in them that is out of shape. */
final class Malformed {
  private static final long SEED = 20260321;
  private static final int MEMBERS = 60;

  private final Good good;

  Malformed(Good good) {
    this.good = good;
  }

  void paths(Op op, List<Hit> out) {
    Hit.Draft fine = good.of(op);
    for (Op.Parameter p : op.in("path")) {
      for (String text : Wrong.texts(op.id() + p.name())) {
        out.add(fine.with(p.name(), text).hit("path", p.name() + " = " + brief(text)));
      }
      out.add(fine.with(p.name(), "%zz").hit("path", p.name() + " = %zz"));
      out.add(fine.with(p.name(), "").hit("path", p.name() + " empty"));
      out.add(
          fine.with(p.name(), fine.path.get(p.name()) + "/more")
              .hit("path", p.name() + " and more"));
    }
  }

  private static String brief(String text) {
    return text.length() > 60 ? "long" : text;
  }

  void queries(Op op, List<Hit> out) {
    Hit.Draft fine = good.of(op);
    out.add(fine.asked("unknown", "1").hit("query", "unknown parameter"));
    for (Op.Parameter p : op.in("query")) {
      for (String text : Wrong.texts(op.id() + p.name())) {
        out.add(fine.asked(p.name(), text).hit("query", p.name() + " = " + brief(text)));
      }
      out.add(fine.asked(p.name(), "%zz").hit("query", p.name() + " = %zz"));
      out.add(fine.asked(p.name(), "").hit("query", p.name() + " empty"));
      Hit.Draft twice = fine.asked(p.name(), "x");
      twice.query.add(p.name() + "=y");
      out.add(twice.hit("query", p.name() + " twice"));
      if (p.required() && op.json() && !op.fhir()) {
        out.add(fine.asked(p.name(), null).hit("query", p.name() + " missing", 422));
      }
    }
    ranges(op, out);
  }

  void ranges(Op op, List<Hit> out) {
    Hit.Draft fine = good.of(op);
    if (op.has("end_date")) {
      for (String[] r :
          new String[][] {
            {"2026-03-02", "2026-03-01"},
            {"9999-12-31", "0001-01-01"},
            {"2026-02-30", "2026-03-01"},
            {"0000-01-01", "2026-03-01"},
            {"2026-03-01", "10000-01-01"},
            {"2026-03-01", "x"}
          }) {
        out.add(
            fine.asked("start_date", r[0])
                .asked("end_date", r[1])
                .hit("range", r[0] + ".." + r[1], 422));
      }
      for (String[] r :
          new String[][] {
            {"0001-01-01", "9999-12-31"},
            {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"},
            {"9999-12-31", "9999-12-31"},
            {"0001-01-01", "0001-01-01"}
          }) {
        out.add(
            fine.asked("start_date", r[0])
                .asked("end_date", r[1])
                .hit("range", r[0] + ".." + r[1]));
      }
    }
  }

  void headers(Op op, List<Hit> out) {
    if (!op.json()) {
      return;
    }
    Hit.Draft fine = good.of(op);
    out.add(fine.header("accept", "text/nonsense").hit("header", "accept"));
    out.add(fine.header("accept", ";;q=x,,").hit("header", "odd accept"));
    out.add(fine.header("traceparent", "00-zz-zz-zz").hit("header", "odd traceparent"));
    out.add(fine.header("traceparent", "x".repeat(7000)).hit("header", "long traceparent"));
    out.add(fine.header("accept-encoding", "gzip;q=x, br;;").hit("header", "odd accept-encoding"));
    out.add(fine.header("idempotency-key", "\u00e9\u00ff").hit("header", "odd idempotency-key"));
    out.add(fine.header("idempotency-key", "").hit("header", "empty idempotency-key"));
    out.add(fine.header("idempotency-key", "k".repeat(5000)).hit("header", "long idempotency-key"));
    if (fine.body != null) {
      out.add(fine.header("content-type", "multipart/form-data").hit("header", "form"));
      out.add(fine.header("content-type", "\u00ff/;;").hit("header", "odd content-type"));
      out.add(fine.header("content-encoding", "br").hit("header", "br"));
      out.add(fine.header("content-encoding", "gzip").hit("header", "not gzip"));
      byte[] zipped = Wrong.zipped(fine.body);
      Hit.Draft gzip = fine.header("content-encoding", "gzip");
      out.add(
          gzip.body(java.util.Arrays.copyOf(zipped, zipped.length - 6)).hit("header", "cut gzip"));
      byte[] broken = zipped.clone();
      broken[broken.length / 2] ^= 0x55;
      out.add(gzip.body(broken).hit("header", "broken gzip"));
      out.add(gzip.body(new byte[0]).hit("header", "empty gzip"));
      if (op.id().startsWith("push")) {
        out.add(gzip.body(Wrong.zipped(new byte[70 << 20])).hit("header", "gzip bomb", 413));
      }
    }
  }

  void bodies(Op op, List<Hit> out) {
    String text = good.body(op);
    if (text == null) {
      if (!op.takesBody() && !op.method().equals("GET") && !Good.ends(op)) {
        out.add(good.of(op).body(Wrong.bytes("[{x")).hit("body", "where none is asked for"));
      }
      return;
    }
    Hit.Draft fine = good.of(op);
    Wrong.bodies(text).forEach((note, body) -> out.add(fine.body(body).hit("body", note)));
    Wrong.members(text, new Random(SEED), MEMBERS)
        .forEach((note, body) -> out.add(fine.body(body).hit("member", note)));
    if (op.id().equals("pushTimeseries")) {
      Pushes.TIMESERIES.forEach(
          (resource, body) ->
              Wrong.members(body, new Random(SEED + 1), MEMBERS)
                  .forEach(
                      (note, b) ->
                          out.add(fine.with("resource", resource).body(b).hit("member", note))));
    }
    if (op.id().equals("queryUser")) {
      for (String where : Bodies.WHERE) {
        out.add(
            fine.body(Wrong.bytes(text.replace("activity.steps > 5", where)))
                .hit("member", "where " + brief(where)));
      }
    }
  }

  /** Files that are none. */
  void files(List<Op> ops, List<Hit> out) {
    Random random = new Random(SEED);
    for (String id : List.of("storeWorkoutFile", "importAppleHealthExport")) {
      Op op = ops.stream().filter(o -> o.id().equals(id)).findFirst().orElseThrow();
      Hit.Draft fine = good.of(op);
      Files.files().forEach((note, body) -> out.add(fine.body(body).hit("body", note)));
      byte[] real = fine.body;
      for (int i = 0; i < 60; i++) {
        byte[] spoilt = real.clone();
        for (int n = 0; n < 1 + i % 4; n++) {
          spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(256);
        }
        if (id.startsWith("store") || i < 10) {
          out.add(fine.body(spoilt).hit("body", "spoilt " + i));
        }
      }
    }
  }
}
