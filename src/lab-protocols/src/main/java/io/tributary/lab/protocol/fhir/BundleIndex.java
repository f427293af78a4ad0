package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tributary.core.Json;
import io.tributary.core.JsonSanitizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Index of a bundle's resources by full URL and by {@code Type/id}; resolves references. */
final class BundleIndex {
  private static final int MAX_DEPTH = 100;
  private static final int MAX_TEXT_LENGTH = 48 << 20;
  private static final int MAX_ENTRIES = 20_000;

  /** Keeps trailing zeros of decimals, because 5.10 is more precise than 5.1. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  static {
    MAPPER
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxStringLength(MAX_TEXT_LENGTH)
                .build());
  }

  private final JsonNode root;
  private final List<JsonNode> resources = new ArrayList<>();
  private final Map<JsonNode, Integer> positions = new IdentityHashMap<>();
  private final Map<String, JsonNode> byUrl = new HashMap<>();
  private final Set<String> ambiguous = new HashSet<>();

  private BundleIndex(JsonNode root) {
    this.root = root;
  }

  /**
   * @throws FhirFault if the message is neither a bundle nor a single report
   */
  static BundleIndex read(byte[] message) {
    JsonNode root;
    try {
      root = MAPPER.readTree(JsonSanitizer.sanitize(message, message.length));
    } catch (JsonProcessingException e) {
      throw new FhirFault(FhirFault.Kind.STRUCTURE, "the body is not JSON");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    if (root == null || !root.isObject()) {
      throw new FhirFault(FhirFault.Kind.STRUCTURE, "the body is not a FHIR resource");
    }
    BundleIndex out = new BundleIndex(root);
    switch (root.path("resourceType").asText()) {
      case "Bundle" -> out.indexEntries();
      case "DiagnosticReport" -> out.index("", root);
      default ->
          throw new FhirFault(
              FhirFault.Kind.NOT_SUPPORTED, "results must be sent as a Bundle or DiagnosticReport");
    }
    return out;
  }

  private void indexEntries() {
    JsonNode entries = root.path("entry");
    if (!entries.isMissingNode() && !entries.isArray()) {
      throw new FhirFault(FhirFault.Kind.STRUCTURE, "Bundle.entry is not a list");
    }
    if (entries.size() > MAX_ENTRIES) {
      throw new FhirFault(FhirFault.Kind.NOT_SUPPORTED, "the Bundle has too many entries");
    }
    for (JsonNode entry : entries) {
      JsonNode resource = entry.path("resource");
      if (resource.isObject()) {
        index(entry.path("fullUrl").asText(""), resource);
      }
    }
  }

  private void index(String url, JsonNode resource) {
    resources.add(resource);
    positions.put(resource, resources.size());
    if (!url.isEmpty()) {
      byUrl.putIfAbsent(url, resource);
    }
    String id = resource.path("id").asText("");
    if (!id.isEmpty()) {
      String local = type(resource) + "/" + id;
      if (byUrl.putIfAbsent(local, resource) != null && byUrl.get(local) != resource) {
        // Two servers use the same ID, so a relative reference is ambiguous.
        ambiguous.add(local);
      }
    }
  }

  static String type(JsonNode resource) {
    return resource.path("resourceType").asText("");
  }

  /** Returns the bundle, or an empty object if the message is a single report. */
  JsonNode bundle() {
    return type(root).equals("Bundle") ? root : Json.object();
  }

  /** Returns all resources in message order. */
  List<JsonNode> all() {
    return resources;
  }

  /** Returns the position of a resource, counted from 1, or 0 for a contained resource. */
  int position(JsonNode resource) {
    return positions.getOrDefault(resource, 0);
  }

  List<JsonNode> all(String type) {
    return resources.stream().filter(r -> type(r).equals(type)).toList();
  }

  /**
   * Resolves a reference.
   *
   * @param from resource that holds the reference, searched first for contained resources
   */
  Optional<JsonNode> resolve(JsonNode from, JsonNode reference) {
    String to = reference.path("reference").asText("");
    if (to.isEmpty()) {
      return Optional.empty();
    }
    if (to.startsWith("#")) {
      return contained(from, to.substring(1));
    }
    String plain = to.contains("/_history/") ? to.substring(0, to.indexOf("/_history/")) : to;
    if (byUrl.containsKey(plain) && !ambiguous.contains(plain)) {
      return Optional.of(byUrl.get(plain));
    }
    String[] parts = plain.split("/");
    if (parts.length < 2 || plain.startsWith("urn:")) {
      return Optional.empty();
    }
    String local = parts[parts.length - 2] + "/" + parts[parts.length - 1];
    return ambiguous.contains(local) ? Optional.empty() : Optional.ofNullable(byUrl.get(local));
  }

  private static Optional<JsonNode> contained(JsonNode from, String id) {
    for (JsonNode c : from.path("contained")) {
      if (c.path("id").asText("").equals(id)) {
        return Optional.of(c);
      }
    }
    return Optional.empty();
  }

  /** Resolves a list of references and omits those that cannot be resolved. */
  List<JsonNode> resolveAll(JsonNode from, JsonNode references) {
    List<JsonNode> out = new ArrayList<>();
    references.forEach(r -> resolve(from, r).ifPresent(out::add));
    return out;
  }
}
