package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.provider.ProviderCases.Case;
import io.tributary.testkit.DocTable;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code src/docs/providers.md} says of each cell what the code says. */
class ProviderTableDocTest {
  private static final Path DOCUMENT = Path.of("src/docs/providers.md");

  private static CasesSpec spec(Class<? extends ProviderCases> row) {
    try {
      return row.getDeclaredConstructor().newInstance().spec();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(row + " needs a constructor without arguments", e);
    }
  }

  private static String cell(CasesSpec spec, Case what) {
    return spec.offers(what) ? what.name() : "not offered: " + spec.notOffered.get(what);
  }

  private static List<List<String>> expected() {
    List<List<String>> rows = new ArrayList<>();
    ProviderCases.ALL.forEach(
        (slug, row) -> {
          CasesSpec spec = spec(row);
          assertEquals(slug, spec.slug);
          rows.add(
              Stream.concat(
                      Stream.of(slug, row.getSimpleName()),
                      Arrays.stream(Case.values()).map(c -> cell(spec, c)))
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
    List<List<String>> told = DocTable.rows(DOCUMENT, "Provider");
    assertEquals(markdown(expected()), markdown(told));
  }

  @Test
  void providersWithoutAnAdapterAreToldWithTheirReason() {
    assertEquals(
        ProviderCases.NONE.entrySet().stream().map(e -> List.of(e.getKey(), e.getValue())).toList(),
        DocTable.rows(DOCUMENT, "No adapter"));
  }

  @Test
  void whatIsNotOfferedAgreesWithTheAdapter() {
    Vertx vertx = Vertx.vertx();
    try {
      for (Class<? extends ProviderCases> row : ProviderCases.ALL.values()) {
        CasesSpec spec = spec(row);
        Adapter adapter = spec.adapter.apply(http(vertx));
        String slug = adapter.descriptor().slug();
        assertEquals(spec.slug, slug);
        assertEquals(adapter.inbound().isPresent(), spec.offers(Case.PUSH), slug + " pushes");
        assertEquals(
            adapter.descriptor().defaultScopes().size() > 1
                && !adapter.descriptor().fullGrantOnly(),
            spec.offers(Case.PARTIAL_GRANT),
            slug + " partial grants");
        assertTrue(
            adapter.renewer().isPresent() || !spec.offers(Case.REFRESH_ROTATION),
            slug + " refresh tokens");
        for (Case always : List.of(Case.LINK, Case.HISTORY, Case.INCREMENTAL, Case.DEDUPE)) {
          assertTrue(spec.offers(always), slug + " " + always);
        }
        spec.notOffered.values().forEach(why -> assertFalse(why.isBlank(), slug));
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
    for (Map.Entry<String, String> none : ProviderCases.NONE.entrySet()) {
      assertFalse(ProviderCases.ALL.containsKey(none.getKey()), none.getKey());
    }
  }
}
