package io.tributary.provider.document;

import io.tributary.provider.AccountContext;

/** Kind of a vendor's documents; each adapter defines an enum. */
public interface DocumentKind {
  /** Returns the vendor's name of the kind, which is stored with documents. */
  String wire();

  /** Returns whether the account's grant permits reading it. */
  default boolean isGranted(AccountContext facts) {
    return true;
  }

  /** Returns whether its numbers may be written as text. */
  default boolean hasTextNumbers() {
    return false;
  }

  /** Returns whether its documents belong to no day, so that every mapping includes them. */
  default boolean isUndated() {
    return false;
  }
}
