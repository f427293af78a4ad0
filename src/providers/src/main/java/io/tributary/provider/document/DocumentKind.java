package io.tributary.provider.document;

import io.tributary.provider.AccountContext;

/** A kind of a vendor's documents; an adapter's are an enum. */
public interface DocumentKind {
  /** The vendor's name of it; stored with documents that are kept. */
  String wire();

  /** Whether the account's grant lets us read it. */
  default boolean granted(AccountContext facts) {
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
