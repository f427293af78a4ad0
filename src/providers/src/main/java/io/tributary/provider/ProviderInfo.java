package io.tributary.provider;

/** How a provider is shown beside data and connections; {@code logo} is an absolute address. */
public record ProviderInfo(String name, String slug, String logo) {}
