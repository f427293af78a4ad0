package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.provider.AuthKind;
import io.tributary.provider.PasswordLogin;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Texts about errors and regions on the link pages. */
class LinkErrorViewTest {
  @Test
  void everyErrorHasWordsForEveryWay() {
    for (LinkError error : LinkError.values()) {
      for (AuthKind way : AuthKind.values()) {
        LinkErrorView p = LinkErrorView.of(error, error.text(), "Oura", Optional.of(way));
        assertFalse(p.title().isEmpty() || p.advice().isEmpty(), error + " " + way);
        assertEquals(Optional.of(error), p.type());
      }
    }
  }

  @Test
  void whatIsToldBesidesTheErrorIsShown() {
    LinkException terms =
        LinkException.refused(PasswordLogin.RefusalReason.ACTION_IN_PROVIDER_APP, null);
    LinkErrorView p =
        LinkErrorView.of(terms.error(), terms.text(), "Abbott", Optional.of(AuthKind.PASSWORD));
    assertTrue(p.advice().contains("new terms"), p.advice());
    assertEquals("Abbott was not connected", p.title());
  }

  @Test
  void callsThatAreRefusedAreToldInWords() {
    assertEquals(
        Optional.of(LinkError.TOKEN_NOT_VALIDATED),
        LinkPages.rejectedCall(
                Optional.empty(), LinkErrors.invalidToken(LinkError.TOKEN_EXPIRED).detail())
            .type());
    assertTrue(
        LinkPages.rejectedCall(
                Optional.of("Oura"), LinkErrors.mixedConnections("demo first").detail())
            .advice()
            .contains("demo first"));
    assertEquals(
        "Oura cannot be connected",
        LinkPages.rejectedCall(Optional.of("Oura"), Json.object().put("error_type", "x")).title());
  }

  @Test
  void everyRegionHasAName() {
    for (String region : LinkRegions.NAMES) {
      assertFalse(
          LinkRegions.displayName(region).equalsIgnoreCase(region.toLowerCase(Locale.ROOT)),
          region);
    }
    assertEquals("us", LinkRegions.defaultRegion("us"));
    assertEquals("gb", LinkRegions.defaultRegion("eu"));
  }
}
