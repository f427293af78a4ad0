package io.tributary.link;

import static io.tributary.link.LinkHarness.error;
import static io.tributary.link.LinkHarness.grant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Eventually;
import io.tributary.testkit.LoggedWords;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that a link makes count against the provider's quotas. */
class LinkCallsTest {
  private static final Duration SOON = Duration.ofSeconds(25);
  private static final String OWNER = "select owner from actor_lease where name = 'throttle:oura'";

  @Test
  void whoGetsNoneMayComeAgainWithTheSameCode() {
    try (LinkHarness link =
        new LinkHarness(
            "TRIBUTARY_PROVIDERS_OURA_QUOTA", "1/1h", "TRIBUTARY_PULL_GATE_LIMIT", "60s")) {
      // Its one call is taken before the code is spent, and pays for the call after it.
      link.linked(link.user());
      String user = link.user();
      String path =
          link.consent(link.token(user, ",\"redirect_url\":\"https://app.test/x\""), grant(user));
      int asked = link.requests("/oauth/token");
      assertEquals("provider_api_error", error(link.back(path)));
      assertEquals(asked, link.requests("/oauth/token"), "the code was spent");
      assertEquals("provider_api_error", error(link.back(path)), "it is still under way");
    }
  }

  @Test
  void aNodeThatCannotAskTheOwnerOfTheCallsSaysSoAndLeavesTheCodeToIt() {
    try (LoggedWords words = new LoggedWords();
        LinkHarness link =
            new LinkHarness(
                "TRIBUTARY_NODE_NAME", "first", "TRIBUTARY_HTTP_PUBLIC_URL", "http://127.0.0.1:9");
        TestNode second = link.node.another("TRIBUTARY_NODE_NAME", "second")) {
      // Until then owners change.
      Eventually.eventually(
          SOON, () -> assertEquals(0, owned(link, "first") - owned(link, "second"), 1));
      boolean first = !link.node.db().query(OWNER).iterator().next().getString(0).equals("second");
      TestNode owner = first ? link.node : second;
      TestNode other = first ? second : link.node;
      String user = link.user();
      String path =
          link.consent(link.token(user, ",\"redirect_url\":\"https://app.test/x\""), grant(user));
      Eventually.eventually(
          SOON,
          () -> {
            String told = other.send("GET", path, null, Map.of()).expect(503).text();
            assertTrue(told.contains("TRIBUTARY_CLUSTER_ENABLED"), told);
          });
      assertEquals(
          "https://app.test/x?state=success",
          owner.send("GET", path, null, Map.of()).expect(307).header("location"));
      assertFalse(words.with("this one is in no cluster").isEmpty());
    }
  }

  private static int owned(LinkHarness link, String node) {
    return link.node
        .db()
        .query(
            "select count(*)::int from actor_lease where owner = $1 and name like 'throttle:%'",
            node)
        .iterator()
        .next()
        .getInteger(0);
  }
}
