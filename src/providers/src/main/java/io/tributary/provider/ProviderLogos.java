package io.tributary.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * SVG picture for each catalog slug. The pictures are our own drawings, because the vendors' logos
 * are trademarks.
 */
final class ProviderLogos {
  private static final String FOLDER = "/provider/logo/";

  private final Map<String, byte[]> files = new HashMap<>();

  ProviderLogos(ProviderCatalog catalog) {
    catalog.slugs().forEach(slug -> files.put(slug, read(FOLDER + slug + ".svg")));
  }

  /** Returns the picture; empty for a slug that is not in the catalog. */
  Optional<byte[]> of(String slug) {
    return Optional.ofNullable(files.get(slug));
  }

  private static byte[] read(String resource) {
    try (InputStream in = ProviderLogos.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing logo " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
