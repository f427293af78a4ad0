package io.tributary.model;

import java.util.Objects;

/** The deprecated three keys of a source object, sent while the operator's switch is on. */
public record LegacySource(String name, String slug, String logo) {
  public LegacySource {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(slug, "slug");
    Objects.requireNonNull(logo, "logo");
  }
}
