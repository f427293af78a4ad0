package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A node with the catalog that ships with the service. */
public final class CatalogueTestNode {
  public static final String FOLDER = Path.of("conf/labs").toAbsolutePath().toString();

  private static final String SETTING = "TRIBUTARY_LAB_TESTS_CATALOGUE_DIR";
  private static TestNode seed;

  private CatalogueTestNode() {}

  /**
   * Starts a node on its own database, with the same team and keys as every other node started
   * here.
   */
  public static TestNode start(String... settings) {
    List<String> all = new ArrayList<>(List.of(SETTING, FOLDER));
    all.addAll(List.of(settings));
    return seed()
        .startWithDatabase(TestPostgres.copyDatabase(database(seed())), all.toArray(String[]::new));
  }

  /**
   * Returns a stopped node whose database holds the catalog. It is loaded once, because loading
   * takes longer than most tests.
   */
  private static synchronized TestNode seed() {
    if (seed == null) {
      TestNode reader = TestNode.start(SETTING, FOLDER);
      reader.close();
      seed = reader;
    }
    return seed;
  }

  private static String database(TestNode node) {
    return node.dbUrl().substring(node.dbUrl().lastIndexOf('/') + 1);
  }

  public static int lab(TestNode node, String slug) {
    return RowMapping.list(
            node.db().query("select id from lab where slug = $1", slug), r -> r.getInteger("id"))
        .getFirst();
  }

  /** Returns the first marker of a laboratory with this name. */
  public static JsonNode marker(TestNode node, String slug, String name) {
    JsonNode found =
        node.get(
                "/v3/lab_tests/markers?size=100&lab_slug="
                    + slug
                    + "&name="
                    + name.replace(" ", "%20").replace(",", "%2C"))
            .expect(200)
            .json()
            .get("markers");
    for (JsonNode m : found) {
      if (m.get("name").asText().equals(name)) {
        return m;
      }
    }
    throw new AssertionError("no marker " + name + " at " + slug);
  }

  public static int id(TestNode node, String slug, String name) {
    return marker(node, slug, name).get("id").asInt();
  }

  public static UUID shared(TestNode node, String slug) {
    return RowMapping.list(
            node.db().query("select id from lab_test where slug = $1", slug), r -> r.getUUID("id"))
        .getFirst();
  }

  public static List<String> texts(JsonNode list, String field) {
    List<String> out = new ArrayList<>();
    list.forEach(n -> out.add(n.get(field).asText()));
    return out;
  }

  public static String detail(io.tributary.testkit.TestResponse a) {
    return a.json().get("detail").asText();
  }
}
