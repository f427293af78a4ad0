package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SampleJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Reads vendor documents from {@code src/test/resources/provider} and records as clients see them.
 * Uses a plain JSON mapper, independent of the service.
 */
public final class VendorDocumentReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private VendorDocumentReader() {}

  public static JsonNode file(String slug, String name) {
    String path = "/provider/" + slug + "/" + name + ".json";
    try (InputStream in = VendorDocumentReader.class.getResourceAsStream(path)) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the samples of one resource. */
  public static List<JsonNode> samples(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).samples().stream()
        .map(s -> json(new String(SampleJson.of(s), StandardCharsets.UTF_8)))
        .toList();
  }

  /** Compares the named fields of a record. */
  public static void assertFields(String expected, JsonNode actual) {
    json(expected)
        .properties()
        .forEach(
            e ->
                assertEquals(
                    e.getValue(), actual.path(e.getKey()), () -> e.getKey() + " of " + actual));
  }
}
