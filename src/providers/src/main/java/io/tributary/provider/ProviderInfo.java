package io.tributary.provider;

/** Provider as shown with data and connections; {@code logo} is an absolute URL. */
public record ProviderInfo(String name, String slug, String logo) {}
