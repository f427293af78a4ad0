package io.tributary.fuzz;

import java.util.List;
import java.util.Random;

/** Valid requests with one malformed part. */
final class MalformedRequests {
  private static final long SEED = 20260321;
  private static final int MEMBERS = 60;

  private final ValidRequests valid;

  MalformedRequests(ValidRequests good) {
    this.valid = good;
  }

  void paths(ApiOperation op, List<FuzzRequest> out) {
    FuzzRequest.RequestDraft fine = valid.requestFor(op);
    for (ApiOperation.ApiParameter p : op.parametersIn("path")) {
      for (String text : InvalidValues.texts(op.id() + p.name())) {
        out.add(
            fine.pathParameter(p.name(), text).build("path", p.name() + " = " + shortened(text)));
      }
      out.add(fine.pathParameter(p.name(), "%zz").build("path", p.name() + " = %zz"));
      out.add(fine.pathParameter(p.name(), "").build("path", p.name() + " empty"));
      out.add(
          fine.pathParameter(p.name(), fine.path.get(p.name()) + "/more")
              .build("path", p.name() + " and more"));
    }
  }

  private static String shortened(String text) {
    return text.length() > 60 ? "long" : text;
  }

  void queries(ApiOperation op, List<FuzzRequest> out) {
    FuzzRequest.RequestDraft fine = valid.requestFor(op);
    out.add(fine.query("unknown", "1").build("query", "unknown parameter"));
    for (ApiOperation.ApiParameter p : op.parametersIn("query")) {
      for (String text : InvalidValues.texts(op.id() + p.name())) {
        out.add(fine.query(p.name(), text).build("query", p.name() + " = " + shortened(text)));
      }
      out.add(fine.query(p.name(), "%zz").build("query", p.name() + " = %zz"));
      out.add(fine.query(p.name(), "").build("query", p.name() + " empty"));
      FuzzRequest.RequestDraft twice = fine.query(p.name(), "x");
      twice.query.add(p.name() + "=y");
      out.add(twice.build("query", p.name() + " twice"));
      if (p.required() && op.json() && !op.isFhir()) {
        out.add(fine.query(p.name(), null).build("query", p.name() + " missing", 422));
      }
    }
    ranges(op, out);
  }

  void ranges(ApiOperation op, List<FuzzRequest> out) {
    FuzzRequest.RequestDraft fine = valid.requestFor(op);
    if (op.hasParameter("end_date")) {
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
            fine.query("start_date", r[0])
                .query("end_date", r[1])
                .build("range", r[0] + ".." + r[1], 422));
      }
      for (String[] r :
          new String[][] {
            {"0001-01-01", "9999-12-31"},
            {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"},
            {"9999-12-31", "9999-12-31"},
            {"0001-01-01", "0001-01-01"}
          }) {
        out.add(
            fine.query("start_date", r[0])
                .query("end_date", r[1])
                .build("range", r[0] + ".." + r[1]));
      }
    }
  }

  void headers(ApiOperation op, List<FuzzRequest> out) {
    if (!op.json()) {
      return;
    }
    FuzzRequest.RequestDraft fine = valid.requestFor(op);
    out.add(fine.header("accept", "text/nonsense").build("header", "accept"));
    out.add(fine.header("accept", ";;q=x,,").build("header", "odd accept"));
    out.add(fine.header("traceparent", "00-zz-zz-zz").build("header", "odd traceparent"));
    out.add(fine.header("traceparent", "x".repeat(7000)).build("header", "long traceparent"));
    out.add(
        fine.header("accept-encoding", "gzip;q=x, br;;").build("header", "odd accept-encoding"));
    out.add(fine.header("idempotency-key", "\u00e9\u00ff").build("header", "odd idempotency-key"));
    out.add(fine.header("idempotency-key", "").build("header", "empty idempotency-key"));
    out.add(
        fine.header("idempotency-key", "k".repeat(5000)).build("header", "long idempotency-key"));
    if (fine.body != null) {
      out.add(fine.header("content-type", "multipart/form-data").build("header", "form"));
      out.add(fine.header("content-type", "\u00ff/;;").build("header", "odd content-type"));
      out.add(fine.header("content-encoding", "br").build("header", "br"));
      out.add(fine.header("content-encoding", "gzip").build("header", "not gzip"));
      byte[] zipped = InvalidValues.zipped(fine.body);
      FuzzRequest.RequestDraft gzip = fine.header("content-encoding", "gzip");
      out.add(
          gzip.body(java.util.Arrays.copyOf(zipped, zipped.length - 6))
              .build("header", "cut gzip"));
      byte[] broken = zipped.clone();
      broken[broken.length / 2] ^= 0x55;
      out.add(gzip.body(broken).build("header", "broken gzip"));
      out.add(gzip.body(new byte[0]).build("header", "empty gzip"));
      if (op.id().startsWith("push")) {
        out.add(
            gzip.body(InvalidValues.zipped(new byte[70 << 20])).build("header", "gzip bomb", 413));
      }
    }
  }

  void bodies(ApiOperation op, List<FuzzRequest> out) {
    String text = valid.body(op);
    if (text == null) {
      if (!op.takesBody() && !op.method().equals("GET") && !ValidRequests.isDestructive(op)) {
        out.add(
            valid
                .requestFor(op)
                .body(InvalidValues.bytes("[{x"))
                .build("body", "where none is asked for"));
      }
      return;
    }
    FuzzRequest.RequestDraft fine = valid.requestFor(op);
    InvalidValues.malformedBodies(text)
        .forEach((note, body) -> out.add(fine.body(body).build("body", note)));
    InvalidValues.brokenMembers(text, new Random(SEED), MEMBERS)
        .forEach((note, body) -> out.add(fine.body(body).build("member", note)));
    if (op.id().equals("pushTimeseries")) {
      UploadBodies.TIMESERIES.forEach(
          (resource, body) ->
              InvalidValues.brokenMembers(body, new Random(SEED + 1), MEMBERS)
                  .forEach(
                      (note, b) ->
                          out.add(
                              fine.pathParameter("resource", resource)
                                  .body(b)
                                  .build("member", note))));
    }
    if (op.id().equals("queryUser")) {
      for (String where : ValidBodies.WHERE) {
        out.add(
            fine.body(InvalidValues.bytes(text.replace("activity.steps > 5", where)))
                .build("member", "where " + shortened(where)));
      }
    }
  }

  /** Adds uploads with malformed files. */
  void files(List<ApiOperation> ops, List<FuzzRequest> out) {
    Random random = new Random(SEED);
    for (String id : List.of("storeWorkoutFile", "importAppleHealthExport")) {
      ApiOperation op = ops.stream().filter(o -> o.id().equals(id)).findFirst().orElseThrow();
      FuzzRequest.RequestDraft fine = valid.requestFor(op);
      UploadFiles.hostileFiles()
          .forEach((note, body) -> out.add(fine.body(body).build("body", note)));
      byte[] real = fine.body;
      for (int i = 0; i < 60; i++) {
        byte[] spoilt = real.clone();
        for (int n = 0; n < 1 + i % 4; n++) {
          spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(256);
        }
        if (id.startsWith("store") || i < 10) {
          out.add(fine.body(spoilt).build("body", "spoilt " + i));
        }
      }
    }
  }
}
