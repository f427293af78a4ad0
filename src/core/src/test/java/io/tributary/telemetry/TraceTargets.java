package io.tributary.telemetry;

import io.tributary.testkit.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What callers say of the trace that a request belongs to. */
public final class TraceTargets {
  private TraceTargets() {}

  public static List<Target> all() {
    return List.of(
        Target.bytes("telemetry/traceparent", TraceTargets::read)
            .seed(
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000001-0000000000000001-00")
            .words("-", "00-", "-01", "ff", "0af7651916cd43dd8448eb211c80319c"));
  }

  private static void read(byte[] in) {
    String text = new String(in, StandardCharsets.UTF_8);
    new IncomingTraceContext(0.5, false).acceptedHeaders(text);
    new IncomingTraceContext(0.5, true).acceptedHeaders(text);
  }
}
