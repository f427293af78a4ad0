package io.tributary.provider.document;

import io.tributary.model.NormalisedBatch;
import io.tributary.provider.AccountContext;

/**
 * Documents in, neutral records out. Pure and safe on any thread; never fails: a document that
 * cannot be used is one line in {@link NormalisedBatch#refused()}.
 */
@FunctionalInterface
public interface DocNormaliser<F extends DocumentFeed> {
  /** Everything the feed makes of these documents; the caller may keep a part of it. */
  NormalisedBatch normalise(F feed, DocumentSet documents, AccountContext facts);
}
