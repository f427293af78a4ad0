package io.tributary.read;

import io.tributary.model.LegacySource;
import java.util.Optional;
import java.util.function.Function;

/** The deprecated name, slug and logo of sources, where the operator still sends them. */
public final class SourceNames {
  private final boolean on;
  private final Function<String, LegacySource> names;

  /**
   * @param names must answer for any slug
   */
  public SourceNames(boolean on, Function<String, LegacySource> names) {
    this.on = on;
    this.names = names;
  }

  Optional<LegacySource> legacy(String provider) {
    return on ? Optional.of(names.apply(provider)) : Optional.empty();
  }
}
