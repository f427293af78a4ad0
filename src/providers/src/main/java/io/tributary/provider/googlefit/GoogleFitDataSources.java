package io.tributary.provider.googlefit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.document.DocCalls;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Selects the data sources of a type: the one that Google merges from all others, if it exists;
 * otherwise the sources that measured.
 */
final class GoogleFitDataSources {
  private static final String MERGED_SUFFIX = ":com.google.android.gms:merge";

  private final DocCalls calls;

  GoogleFitDataSources(DocCalls calls) {
    this.calls = calls;
  }

  /** Device types of points. */
  record Devices(String defaultType, Map<String, String> byId) {
    /** Returns null if unknown. */
    String of(JsonNode point) {
      return byId.getOrDefault(point.path("originDataSourceId").asText(""), defaultType);
    }
  }

  /** Returns the selected sources by ID. */
  Map<String, Devices> of(Account account, GoogleFitDocumentKind kind) {
    JsonNode all =
        GoogleFitClient.list(
            kind, calls.get(account, "/users/me/dataSources", Map.of()), "dataSource");
    Map<String, String> devices = new HashMap<>();
    Map<String, String> ofType = new LinkedHashMap<>();
    for (JsonNode source : all) {
      String id = source.path("dataStreamId").asText("");
      if (!id.isEmpty() && source.path("dataType").path("name").asText("").equals(kind.type())) {
        String device = source.path("device").path("type").asText(null);
        ofType.put(id, device);
        if (device != null) {
          devices.put(id, device);
        }
      }
    }
    Map<String, Devices> out = new LinkedHashMap<>();
    for (String id : select(List.copyOf(ofType.keySet()))) {
      out.put(id, new Devices(ofType.get(id), devices));
    }
    return out;
  }

  static List<String> select(List<String> ids) {
    List<String> merged =
        filter(ids, id -> id.startsWith("derived:") && id.contains(MERGED_SUFFIX));
    if (!merged.isEmpty()) {
      return merged.subList(0, 1);
    }
    List<String> raw = filter(ids, id -> id.startsWith("raw:"));
    return raw.isEmpty() ? ids : raw;
  }

  private static List<String> filter(List<String> ids, Predicate<String> which) {
    return ids.stream().filter(which).toList();
  }
}
