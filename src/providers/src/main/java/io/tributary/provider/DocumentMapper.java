package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import java.util.List;
import java.util.Set;

/** Maps provider documents to records without I/O; thread-safe. */
public interface DocumentMapper {
  /**
   * Returns name and version, such as {@code oura/1}. The number increases when the same documents
   * yield different records.
   */
  String version();

  /**
   * Document kinds that a feed needs.
   *
   * @param undated kinds that belong to no day and are included in every run
   */
  record RequiredKinds(Set<String> kinds, Set<String> undated) {
    public RequiredKinds {
      kinds = Set.copyOf(kinds);
      undated = Set.copyOf(undated);
    }
  }

  RequiredKinds requiredKinds(Feed feed);

  /**
   * Stored document.
   *
   * @param context account context at the time the document was read, so that mapping it again
   *     makes the same decisions
   */
  record Document(String kind, String key, AccountContext context, JsonNode body) {}

  /**
   * Maps documents to batches that are stored one after another. A document without related
   * documents may yield incomplete records, so the caller passes all documents of a day and of the
   * adjacent days.
   */
  List<NormalizedBatch> normalize(Feed feed, List<Document> documents);

  /** Returns the rules that derive a resource from this provider's documents, one sentence each. */
  List<String> rules(Resource resource);
}
