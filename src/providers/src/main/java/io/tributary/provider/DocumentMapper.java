package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalisedBatch;
import io.tributary.model.Resource;
import java.util.List;
import java.util.Set;

/** The pure part of an adapter: documents in, records out. Safe on any thread. */
public interface DocumentMapper {
  /**
   * Name and version, such as {@code oura/1}. The number goes up when the same documents give other
   * records.
   */
  String version();

  /**
   * The documents a feed is made of.
   *
   * @param always kinds that belong to no day: every run takes them
   */
  record Need(Set<String> kinds, Set<String> always) {
    public Need {
      kinds = Set.copyOf(kinds);
      always = Set.copyOf(always);
    }
  }

  Need need(Feed feed);

  /**
   * A document that was kept.
   *
   * @param facts what was known of the account when it was read: the same decisions are taken again
   */
  record Document(String kind, String key, AccountContext facts, JsonNode body) {}

  /**
   * What the feed makes of these documents now, as batches to be stored one after another. A
   * document without its neighbours may give records that lack something, so the caller brings all
   * of a day and of the days beside it.
   */
  List<NormalisedBatch> normalise(Feed feed, List<Document> documents);

  /** The rules that make a resource out of this provider's documents, one sentence each. */
  List<String> rules(Resource resource);
}
