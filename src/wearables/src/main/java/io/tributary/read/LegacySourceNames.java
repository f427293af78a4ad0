package io.tributary.read;

import io.tributary.core.Json;
import io.tributary.model.LegacySource;
import io.tributary.model.Source;
import io.tributary.model.SourceRenderer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;

/** Deprecated name, slug and logo of sources, if the operator has enabled them. */
public final class LegacySourceNames {
  private final boolean enabled;
  private final Function<String, LegacySource> names;

  /**
   * @param names must accept any slug
   */
  public LegacySourceNames(boolean on, Function<String, LegacySource> names) {
    this.enabled = on;
    this.names = names;
  }

  Optional<LegacySource> legacy(String provider) {
    return enabled ? Optional.of(names.apply(provider)) : Optional.empty();
  }

  /** Returns the source object of a group as JSON. */
  byte[] json(Source source) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (var gen = Json.MAPPER.getFactory().createGenerator(bytes)) {
      SourceRenderer.write(gen, source, legacy(source.provider()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
