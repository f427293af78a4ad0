package io.tributary;

import io.tributary.inbound.InboundFeature;
import io.tributary.pull.Pulls;
import io.tributary.subscribe.PushHooks;

/** Wires what providers tell us by themselves: their pushes, and what they are asked to push. */
final class ProviderWiring {
  private final Parts parts;

  ProviderWiring(Parts parts) {
    this.parts = parts;
  }

  void wire(Pulls pulls) {
    PushHooks hooks = new PushHooks(parts.db, parts.secrets, () -> parts.publicUrl);
    InboundFeature inbound =
        new InboundFeature(
            parts.vertx,
            parts.db,
            parts.bus,
            parts.config,
            parts.secrets,
            parts.adapters,
            parts.apps,
            hooks,
            parts.connections,
            parts.connectionStates,
            pulls.targeted(),
            parts.meters);
    parts.routes.add(inbound.routes());
    parts.virtual(Runtime.getRuntime().availableProcessors(), inbound.receiver());
    parts.virtual(1, inbound.worker());
  }
}
