package io.tributary.link;

import static io.tributary.link.LinkHarness.error;
import static io.tributary.link.LinkHarness.grant;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls that a link makes count against the provider's quotas. */
class LinkCallsTest {
  @Test
  void whoGetsNoneMayComeAgainWithTheSameCode() {
    try (LinkHarness link =
        new LinkHarness(
            "TRIBUTARY_PROVIDERS_OURA_QUOTA", "1/1h", "TRIBUTARY_PULL_GATE_LIMIT", "200ms")) {
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
}
