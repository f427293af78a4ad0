package io.tributary.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.connection.ResourceAvailability.ScopeRequirements;
import io.tributary.connection.ResourceAvailability.Scopes;
import io.tributary.model.Resource;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResourceAvailabilityTest {
  private static final Scopes NONE = new Scopes(List.of(), List.of());

  private static Descriptor descriptor(Map<Resource, ScopeRequirement> scopes) {
    return Descriptor.of("x", "X")
        .resources(List.of(Resource.SLEEP, Resource.BODY))
        .scopes(scopes)
        .build();
  }

  @Test
  void eachScopeStandsInExactlyOneList() {
    Descriptor d =
        descriptor(
            Map.of(
                Resource.SLEEP, new ScopeRequirement(Set.of("b", "a"), Set.of("h", "a", "z")),
                Resource.BODY, new ScopeRequirement(Set.of("p"), Set.of())));
    Map<String, ResourceAvailability> all = ResourceAvailability.of(d, List.of("a", "b", "z"));
    assertEquals(List.of("sleep", "body"), List.copyOf(all.keySet()));
    assertTrue(all.get("sleep").available(), "a denied optional scope takes nothing away");
    assertEquals(
        new ScopeRequirements(
            new Scopes(List.of("a", "b"), List.of("z")), new Scopes(List.of(), List.of("h"))),
        all.get("sleep").scopeRequirements());
    assertFalse(all.get("body").available());
    assertEquals("unavailable", all.get("body").status());
    assertEquals(
        new ScopeRequirements(NONE, new Scopes(List.of("p"), List.of())),
        all.get("body").scopeRequirements());
  }

  @Test
  void oneOfTwoRequiredScopesIsNotEnough() {
    Descriptor d =
        descriptor(Map.of(Resource.SLEEP, new ScopeRequirement(Set.of("a", "b"), Set.of())));
    ResourceAvailability sleep = ResourceAvailability.of(d, List.of("a")).get("sleep");
    assertFalse(sleep.available());
    assertEquals(List.of("b"), sleep.scopeRequirements().userDenied().required());
  }

  @Test
  void aProviderWithoutScopesOpensEverything() {
    ResourceAvailability body =
        ResourceAvailability.of(descriptor(Map.of()), List.of()).get("body");
    assertTrue(body.available());
    assertEquals(new ScopeRequirements(NONE, NONE), body.scopeRequirements());
  }

  @Test
  void unknownGrantsCountAsGiven() {
    Descriptor d = descriptor(Map.of(Resource.SLEEP, new ScopeRequirement(Set.of("a"), Set.of())));
    assertTrue(ResourceAvailability.of(d, null).get("sleep").available());
  }
}
