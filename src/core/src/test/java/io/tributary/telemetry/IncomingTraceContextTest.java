package io.tributary.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that the trace IDs of a client are adopted but not its sampling decision. */
class IncomingTraceContextTest {
  private static final String IDS = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";

  private static String flags(IncomingTraceContext callers, String sent) {
    String kept = callers.acceptedHeaders(IDS + sent).iterator().next().getValue();
    assertEquals(IDS, kept.substring(0, IDS.length()));
    return kept.substring(IDS.length());
  }

  @Test
  void theShareDecidesAndNotTheCaller() {
    assertEquals("-00", flags(new IncomingTraceContext(0, false), "-01"));
    assertEquals("-01", flags(new IncomingTraceContext(1, false), "-00"));
  }

  @Test
  void theCallerDecidesWhereTheOperatorSaysSo() {
    assertEquals("-01", flags(new IncomingTraceContext(0, true), "-01"));
    assertEquals("-00", flags(new IncomingTraceContext(1, true), "-00"));
  }

  @Test
  void whatIsNoTraceparentIsNotRead() {
    IncomingTraceContext callers = new IncomingTraceContext(1, true);
    for (String sent : List.of("", "x", IDS, IDS.toUpperCase() + "-01", IDS + "-01-more")) {
      assertEquals(List.<Map.Entry<String, String>>of(), callers.acceptedHeaders(sent), sent);
    }
    assertEquals(List.<Map.Entry<String, String>>of(), callers.acceptedHeaders(null));
  }
}
