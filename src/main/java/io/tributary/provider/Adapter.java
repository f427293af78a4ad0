package io.tributary.provider;

import java.util.Optional;

/** The code behind one slug. Its parts are stateless and may run on many threads. */
public interface Adapter {
  Descriptor descriptor();

  /** Present for OAuth providers. */
  Optional<OAuth> oauth();

  Puller puller();
}
