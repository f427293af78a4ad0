package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Writes a catalog directory with one laboratory and the given number of markers. */
final class LabFiles {
  static final String TEST = "7f0f2c52-0000-4000-8000-00000000be9c";

  private static final String LAB = "benchlab";
  private static final int TEST_MARKERS = 5;
  private static final List<String> STARTS =
      List.of("gluco", "chole", "ferri", "thyro", "testo", "corti", "vita", "hemo", "albu", "lipo");
  private static final List<String> MIDDLES =
      List.of("la", "ster", "xan", "min", "glob", "trop", "cal", "pher", "din", "mor");
  private static final List<String> ENDS =
      List.of("se", "ol", "tin", "ine", "one", "sol", "ate", "ide", "ase", "gen");
  private static final List<String> KINDS =
      List.of("in serum", "in urine", "free", "total", "antibody", "ratio", "screen", "fasting");

  private LabFiles() {}

  /**
   * @param folder created if it does not exist
   * @return the folder
   */
  static Path write(Path folder, int markers) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("lab.json"), Json.text(lab(markers)));
    Files.writeString(folder.resolve("accounts.json"), Json.text(accounts()));
    return folder;
  }

  /** Returns a part that some marker names contain. */
  static String searchTerm(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> pick(STARTS, random) + pick(MIDDLES, random);
      case 1 -> pick(MIDDLES, random) + pick(ENDS, random) + "%20" + random.nextInt(10);
      default -> pick(STARTS, random) + pick(MIDDLES, random) + pick(ENDS, random);
    };
  }

  private static String pick(List<String> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }

  private static ObjectNode lab(int markers) {
    Random random = new Random(7);
    ObjectNode lab =
        Json.object()
            .put("slug", LAB)
            .put("name", "Bench Laboratory")
            .put("first_line_address", "1 Bench Street")
            .put("city", "Phoenix")
            .put("zipcode", "85004")
            .put("compendium", false);
    lab.putArray("collection_methods").add("walk_in_test");
    lab.putArray("sample_types").add("serum");
    ObjectNode out = Json.object();
    out.set("lab", lab);
    ArrayNode list = out.putArray("markers");
    for (int i = 0; i < markers; i++) {
      list.add(marker(i, random));
    }
    ObjectNode test =
        out.putArray("lab_tests")
            .addObject()
            .put("id", TEST)
            .put("slug", "bench")
            .put("name", "Bench panel")
            .put("description", "Panel for the benchmark")
            .put("method", "walk_in_test")
            .put("sample_type", "serum");
    test.putArray("environments").add("sandbox");
    ArrayNode codes = test.putArray("codes");
    for (int i = 0; i < TEST_MARKERS; i++) {
      codes.add(code(i));
    }
    return out;
  }

  private static String code(int i) {
    return "B%06d".formatted(i);
  }

  private static ObjectNode marker(int i, Random random) {
    String name =
        pick(STARTS, random)
            + pick(MIDDLES, random)
            + pick(ENDS, random)
            + " "
            + random.nextInt(1000)
            + " "
            + pick(KINDS, random);
    ObjectNode out =
        Json.object()
            .put("code", code(i))
            .put("name", name)
            .put("type", "biomarker")
            .put("sample_type", "serum")
            .put("price", "12.50")
            .put("unit", "mg/dL");
    out.putArray("results").addObject().put("code", code(i)).put("name", name);
    return out;
  }

  private static ObjectNode accounts() {
    ObjectNode out = Json.object();
    ObjectNode account =
        out.putArray("accounts")
            .addObject()
            .put("id", "7f0f2c52-0000-4000-8000-00000000acc0")
            .put("lab", LAB)
            .put("environment", "sandbox")
            .put("name", "Bench")
            .put("number", "1234567890")
            .put("everyone", true);
    account.putObject("billing").putArray("client_bill").add("all");
    return out;
  }
}
