package io.tributary.provider.apple;

/** Names of this way in. */
public final class AppleExport {
  public static final String SLUG = "apple_health_kit";

  /** Changes when the same file gives other records. */
  public static final String MAPPING = "apple_export/1";

  private AppleExport() {}
}
