package io.tributary.telemetry;

import io.tributary.testkit.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fuzz targets: trace context headers of clients. */
public final class TraceContextFuzzTargets {
  private TraceContextFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.bytes("telemetry/traceparent", TraceContextFuzzTargets::read)
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
