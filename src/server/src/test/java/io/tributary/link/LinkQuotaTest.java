package io.tributary.link;

import static io.tributary.link.LinkHarness.consentParameters;
import static io.tributary.link.LinkHarness.error;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Eventually;
import io.tributary.testkit.LogCapture;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that provider calls of a link count against the provider's quotas. */
class LinkQuotaTest {
  private static final Duration SOON = Duration.ofSeconds(25);
  private static final String OWNER = "select owner from actor_lease where name = 'throttle:oura'";

  @Test
  void whoGetsNoneMayComeAgainWithTheSameCode() {
    try (LinkHarness link =
        new LinkHarness(
            "TRIBUTARY_PROVIDERS_OURA_QUOTA", "1/1h", "TRIBUTARY_PULL_PERMIT_TIMEOUT", "60s")) {
      // The permit of the only allowed call is acquired before the code is spent and covers the
      // following call.
      link.linkUser(link.user());
      String user = link.user();
      String path =
          link.openConsent(
              link.token(user, ",\"redirect_url\":\"https://app.test/x\""),
              consentParameters(user));
      int asked = link.requestCount("/oauth/token");
      assertEquals("provider_api_error", error(link.followCallback(path)));
      assertEquals(asked, link.requestCount("/oauth/token"), "the code was spent");
      assertEquals("provider_api_error", error(link.followCallback(path)), "it is still under way");
    }
  }

  @Test
  void aNodeThatCannotAskTheOwnerOfTheCallsSaysSoAndLeavesTheCodeToIt() {
    try (LogCapture words = new LogCapture();
        LinkHarness link =
            new LinkHarness(
                "TRIBUTARY_NODE_NAME", "first", "TRIBUTARY_HTTP_PUBLIC_URL", "http://127.0.0.1:9");
        TestNode second = link.node.startPeer("TRIBUTARY_NODE_NAME", "second")) {
      // Ownership changes until both nodes own the same number of actors.
      Eventually.eventually(
          SOON, () -> assertEquals(0, owned(link, "first") - owned(link, "second"), 1));
      boolean first = !link.node.db().query(OWNER).iterator().next().getString(0).equals("second");
      TestNode owner = first ? link.node : second;
      TestNode other = first ? second : link.node;
      String user = link.user();
      String path =
          link.openConsent(
              link.token(user, ",\"redirect_url\":\"https://app.test/x\""),
              consentParameters(user));
      Eventually.eventually(
          SOON,
          () -> {
            String told = other.send("GET", path, null, Map.of()).expect(503).text();
            assertTrue(told.contains("TRIBUTARY_CLUSTER_ENABLED"), told);
          });
      assertEquals(
          "https://app.test/x?state=success",
          owner.send("GET", path, null, Map.of()).expect(307).header("location"));
      assertFalse(words.linesContaining("this node is not in a cluster").isEmpty());
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
