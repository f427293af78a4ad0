package io.tributary.provider.document;

import io.tributary.model.NormalizedBatch;
import io.tributary.provider.AccountContext;

/**
 * Converts documents to normalized records. Stateless, thread-safe and never fails: an unusable
 * document becomes one entry in {@link NormalizedBatch#refused()}.
 */
@FunctionalInterface
public interface DocumentNormalizer<F extends DocumentFeed> {
  /** Returns all records of the feed; the caller may store only a part of them. */
  NormalizedBatch normalize(F feed, DocumentSet documents, AccountContext facts);
}
