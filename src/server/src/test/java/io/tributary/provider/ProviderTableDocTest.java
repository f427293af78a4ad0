package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.provider.ProviderTestSuite.ProviderCase;
import io.tributary.testkit.MarkdownTables;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares each cell of {@code src/docs/providers.md} with the code. */
class ProviderTableDocTest {
  private static final Path DOCUMENT = Path.of("src/docs/providers.md");

  private static ProviderTestSpec spec(Class<? extends ProviderTestSuite> row) {
    try {
      return row.getDeclaredConstructor().newInstance().spec();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(row + " needs a constructor without arguments", e);
    }
  }

  private static String cell(ProviderTestSpec spec, ProviderCase what) {
    return spec.offers(what) ? what.name() : "not offered: " + spec.unsupportedCases.get(what);
  }

  private static List<List<String>> expected() {
    List<List<String>> rows = new ArrayList<>();
    ProviderTestSuite.ALL.forEach(
        (slug, row) -> {
          ProviderTestSpec spec = spec(row);
          assertEquals(slug, spec.slug);
          rows.add(
              Stream.concat(
                      Stream.of(slug, row.getSimpleName()),
                      Arrays.stream(ProviderCase.values()).map(c -> cell(spec, c)))
                  .toList());
        });
    return rows;
  }

  private static String markdown(List<List<String>> rows) {
    StringBuilder out = new StringBuilder("\n");
    rows.forEach(r -> out.append("| ").append(String.join(" | ", r)).append(" |\n"));
    return out.toString();
  }

  @Test
  void eachRowIsOfACasesClassAndEachCellATestOrTheReasonWhyThereIsNone() {
    List<List<String>> told = MarkdownTables.rows(DOCUMENT, "Provider");
    assertEquals(markdown(expected()), markdown(told));
  }

  @Test
  void providersWithoutAnAdapterAreToldWithTheirReason() {
    assertEquals(
        ProviderTestSuite.WITHOUT_ADAPTER.entrySet().stream()
            .map(e -> List.of(e.getKey(), e.getValue()))
            .toList(),
        MarkdownTables.rows(DOCUMENT, "No adapter"));
  }

  @Test
  void whatIsNotOfferedAgreesWithTheAdapter() {
    Vertx vertx = Vertx.vertx();
    try {
      for (Class<? extends ProviderTestSuite> row : ProviderTestSuite.ALL.values()) {
        ProviderTestSpec spec = spec(row);
        Adapter adapter = spec.adapter.apply(http(vertx));
        String slug = adapter.descriptor().slug();
        assertEquals(spec.slug, slug);
        assertEquals(
            adapter.inbound().isPresent(), spec.offers(ProviderCase.PUSH), slug + " pushes");
        assertEquals(
            adapter.descriptor().defaultScopes().size() > 1
                && !adapter.descriptor().fullGrantOnly(),
            spec.offers(ProviderCase.PARTIAL_GRANT),
            slug + " partial grants");
        assertTrue(
            adapter.renewer().isPresent() || !spec.offers(ProviderCase.REFRESH_ROTATION),
            slug + " refresh tokens");
        for (ProviderCase always :
            List.of(
                ProviderCase.LINK,
                ProviderCase.HISTORY,
                ProviderCase.INCREMENTAL,
                ProviderCase.DEDUPE)) {
          assertTrue(spec.offers(always), slug + " " + always);
        }
        spec.unsupportedCases.values().forEach(why -> assertFalse(why.isBlank(), slug));
      }
    } finally {
      vertx.close().await();
    }
  }

  private static ProviderHttp http(Vertx vertx) {
    return new ProviderHttp(
        vertx,
        new ProviderHttp.Limits(
            Duration.ofSeconds(1),
            1,
            Duration.ofMillis(1),
            1,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1)));
  }

  @Test
  void noProviderIsBothThereAndMissing() {
    for (Map.Entry<String, String> none : ProviderTestSuite.WITHOUT_ADAPTER.entrySet()) {
      assertFalse(ProviderTestSuite.ALL.containsKey(none.getKey()), none.getKey());
    }
  }
}
