package io.tributary.provider.document;

import io.tributary.model.NormalisedBatch;
import io.tributary.provider.AccountContext;

/**
 * Converts documents to normalized records. Stateless, thread-safe and never fails: an unusable
 * document becomes one entry in {@link NormalisedBatch#refused()}.
 */
@FunctionalInterface
public interface DocNormaliser<F extends DocumentFeed> {
  /** Returns all records of the feed; the caller may store only a part of them. */
  NormalisedBatch normalise(F feed, DocumentSet documents, AccountContext facts);
}
