package io.tributary.provider;

import java.util.Optional;

/** The code behind one slug. Its parts are stateless and may run on many threads. */
public interface Adapter {
  Descriptor descriptor();

  /** Present for OAuth providers. */
  Optional<OAuth> oauth();

  Puller puller();

  /** How documents that were kept are mapped again; empty when its documents are not kept. */
  default Optional<Mapping> mapping() {
    return Optional.empty();
  }

  /** Name and version of what turns its documents into records. */
  default String mappingVersion() {
    return mapping().map(Mapping::version).orElseGet(() -> descriptor().slug() + "/1");
  }
}
