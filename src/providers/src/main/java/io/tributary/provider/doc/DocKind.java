package io.tributary.provider.doc;

import io.tributary.provider.AccountFacts;

/** A kind of a vendor's documents; an adapter's are an enum. */
public interface DocKind {
  /** The vendor's name of it; stored with documents that are kept. */
  String wire();

  /** Whether the account's grant lets us read it. */
  default boolean granted(AccountFacts facts) {
    return true;
  }

  /** Whether its figures may be texts. */
  default boolean textNumbers() {
    return false;
  }

  /** Whether its documents belong to no day: every mapping takes them. */
  default boolean undated() {
    return false;
  }
}
