package io.tributary.provider.doc;

import io.tributary.model.Batch;
import io.tributary.provider.AccountFacts;

/**
 * Documents in, neutral records out. Pure and safe on any thread; never fails: a document that
 * cannot be used is one line in {@link Batch#refused()}.
 */
@FunctionalInterface
public interface DocNormaliser<F extends DocFeed> {
  /** Everything the feed makes of these documents; the caller may keep a part of it. */
  Batch normalise(F feed, DocSet documents, AccountFacts facts);
}
