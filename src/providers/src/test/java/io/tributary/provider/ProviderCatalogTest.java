package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ProviderCatalogTest {
  private final ProviderCatalog catalog = ProviderCatalog.load(() -> "https://x.test");

  @Test
  void holdsThe41SlugsInOrder() {
    assertEquals(41, catalog.all().size());
    assertEquals(catalog.slugs().stream().sorted().toList(), catalog.slugs());
    assertTrue(catalog.contains("oura"));
    assertTrue(catalog.find("nobody").isEmpty());
  }

  @Test
  void seventeenAreLinkedByOAuthAndTwelveByPassword() {
    assertEquals(17, catalog.all().stream().filter(ProviderCatalog.Entry::isOAuth).count());
    assertEquals(
        12,
        catalog.all().stream()
            .filter(e -> e.auth().filter(a -> a == AuthKind.PASSWORD).isPresent())
            .count());
    assertEquals(
        Set.of("strava", "dexcom_v3", "whoop_v2"),
        catalog.all().stream()
            .filter(e -> e.auth().filter(a -> a == AuthKind.TEAM_OAUTH).isPresent())
            .map(ProviderCatalog.Entry::slug)
            .collect(Collectors.toSet()));
  }

  @Test
  void aCardHasAnAbsoluteLogo() {
    assertEquals(
        new ProviderInfo("Oura", "oura", "https://x.test/v2/providers/oura/logo"),
        catalog.info("oura"));
    assertEquals("gone", catalog.info("gone").name());
  }
}
