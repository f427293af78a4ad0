package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Compares the tests of labs by the LOINC codes that they measure, and converts codes of one lab
 * into another's.
 *
 * <p>A marker measures a set of LOINC codes ({@link LoincSet}). Markers of all labs with the same
 * set form a {@link LoincSetGroup}. Candidates are ranked by the relation of their set to the
 * wanted one, then by the share of common codes. Names are compared only where no marker measures
 * anything of the wanted set.
 */
final class Compendium {
  private final Labs labs;
  private final CompendiumRepo repo;
  private final LabTests tests;

  Compendium(Labs labs, CompendiumRepo repo, LabTests tests) {
    this.labs = labs;
    this.repo = repo;
    this.tests = tests;
  }

  /** Labs whose codes take part in the comparison. */
  Future<List<Lab>> compendiumLabs() {
    return labs.all().map(all -> all.stream().filter(Lab::compendium).toList());
  }

  static List<Integer> labIds(List<Lab> labs) {
    return labs.stream().map(Lab::id).toList();
  }

  /** Groups that best match the search words. */
  Future<ObjectNode> canonicalCandidates(List<Lab> of, List<String> cpt, String query, int limit) {
    return groupsByName(of, cpt, query)
        .map(
            found -> {
              ObjectNode out = newReply("canonical", found.stream().findFirst());
              ArrayNode list = out.putArray("canonical_candidates");
              found.stream().limit(limit).forEach(c -> list.add(c.json()));
              out.putObject("per_lab");
              out.putArray("related");
              return out;
            });
  }

  private Future<List<LoincSetGroup>> groupsByName(List<Lab> of, List<String> cpt, String query) {
    return repo.byName(new CompendiumRepo.Scope(labIds(of), cpt), query)
        .map(
            entries ->
                LoincSetGroup.groupBySet(entries).stream()
                    .map(c -> c.withNameScore(query))
                    .sorted(LoincSetGroup.BY_CONFIDENCE)
                    .toList());
  }

  private static ObjectNode newReply(String mode, Optional<LoincSetGroup> selected) {
    ObjectNode out = Json.object().put("mode", mode);
    out.set("selected_canonical", selected.map(LoincSetGroup::json).orElse(null));
    return out;
  }

  /**
   * Candidates of each lab for one group.
   *
   * @param known labs that are searched for the query or the hash
   * @param asked labs for which candidates are returned
   */
  Future<ObjectNode> crosswalk(List<Lab> known, List<Lab> asked, CrosswalkQuery wanted) {
    Future<Optional<LoincSetGroup>> chosen =
        wanted
            .query()
            .map(q -> groupsByName(known, wanted.cptCodes(), q).map(l -> l.stream().findFirst()))
            .orElseGet(
                () ->
                    repo.bySet(
                            new CompendiumRepo.Scope(labIds(known), wanted.cptCodes()),
                            wanted.hash().orElseThrow())
                        .map(list -> LoincSetGroup.groupBySet(list).stream().findFirst()));
    return chosen.compose(
        c ->
            c.isEmpty()
                ? Future.succeededFuture(emptyCrosswalk(asked))
                : crosswalkOf(known, asked, wanted, c.get()));
  }

  /**
   * Search of a crosswalk: words or the hash of a set.
   *
   * @param limit maximum number of candidates per lab
   */
  record CrosswalkQuery(
      Optional<String> query,
      Optional<String> hash,
      List<String> cptCodes,
      boolean includeRelated,
      int limit) {}

  private static ObjectNode emptyCrosswalk(List<Lab> asked) {
    ObjectNode out = newReply("crosswalk", Optional.empty());
    out.putArray("canonical_candidates");
    ObjectNode perLab = out.putObject("per_lab");
    asked.forEach(l -> perLab.putArray(l.slug()));
    out.putArray("related");
    return out;
  }

  private Future<ObjectNode> crosswalkOf(
      List<Lab> known, List<Lab> asked, CrosswalkQuery wanted, LoincSetGroup chosen) {
    CompendiumRepo.Scope all = new CompendiumRepo.Scope(labIds(known), wanted.cptCodes());
    return Future.all(
            repo.overlapping(all, chosen.set().codes(), Optional.of(chosen.hash())),
            repo.byName(new CompendiumRepo.Scope(labIds(asked), wanted.cptCodes()), chosen.name()))
        .map(
            both -> {
              List<CompendiumEntry> touching = both.resultAt(0);
              List<CompendiumEntry> called = both.resultAt(1);
              ObjectNode out = newReply("crosswalk", Optional.of(chosen));
              out.putArray("canonical_candidates").add(chosen.json());
              ObjectNode perLab = out.putObject("per_lab");
              for (Lab lab : asked) {
                ArrayNode list = perLab.putArray(lab.slug());
                rankedCandidates(chosen, ofLab(lab, touching), ofLab(lab, called)).stream()
                    .limit(wanted.limit())
                    .forEach(c -> list.add(c.json()));
              }
              ArrayNode related = out.putArray("related");
              if (wanted.includeRelated()) {
                relatedGroups(chosen, touching, wanted.limit()).forEach(related::add);
              }
              return out;
            });
  }

  private static List<CompendiumEntry> ofLab(Lab lab, List<CompendiumEntry> entries) {
    return entries.stream().filter(e -> e.lab() == lab.id()).toList();
  }

  /** Matches by name only if no marker of the lab measures any of the codes. */
  private static List<OrderableCandidate> rankedCandidates(
      LoincSetGroup wanted, List<CompendiumEntry> touching, List<CompendiumEntry> called) {
    List<OrderableCandidate> measured = OrderableCandidate.byLoincSet(wanted.set(), touching);
    return measured.isEmpty() ? OrderableCandidate.byName(wanted.name(), called) : measured;
  }

  /** Other groups that share codes with the chosen one. */
  private static List<ObjectNode> relatedGroups(
      LoincSetGroup chosen, List<CompendiumEntry> touching, int limit) {
    record Near(LoincSetGroup other, MatchRelation relation, double confidence) {}
    return LoincSetGroup.groupBySet(touching).stream()
        .filter(c -> !c.hash().equals(chosen.hash()))
        .map(c -> new Near(c, chosen.set().relationTo(c.set()), chosen.set().similarity(c.set())))
        .sorted(
            Comparator.comparingDouble(Near::confidence)
                .reversed()
                .thenComparing(Near::relation)
                .thenComparing(n -> n.other().hash()))
        .limit(limit)
        .map(
            n -> {
              ObjectNode one = Json.object();
              one.set("canonical", n.other().json());
              one.put("relation", WireEnum.wireName(n.relation()))
                  .put("confidence", CompendiumEntry.round(n.confidence()));
              one.putArray("reason_codes").add(n.relation().reasonCode());
              return one;
            })
        .toList();
  }

  /**
   * Candidates of a lab for each source code.
   *
   * @param sources the source codes with their markers; empty for an unknown code
   */
  private Future<Map<String, List<OrderableCandidate>>> matchSources(
      Map<String, Optional<CompendiumEntry>> sources, Lab target) {
    Set<String> loinc = new HashSet<>();
    sources.values().forEach(s -> s.ifPresent(e -> loinc.addAll(e.set().codes())));
    return repo.overlapping(
            new CompendiumRepo.Scope(List.of(target.id()), List.of()), loinc, Optional.empty())
        .map(
            entries -> {
              Map<String, List<OrderableCandidate>> out = new LinkedHashMap<>();
              sources.forEach(
                  (code, source) ->
                      out.put(
                          code,
                          source
                              .map(e -> OrderableCandidate.byLoincSet(e.set(), entries))
                              .orElse(List.of())));
              return out;
            });
  }

  /**
   * Finds the lab that the codes come from: the lab that has most of them, preferably not the
   * target.
   */
  private Future<Map<String, Optional<CompendiumEntry>>> findSources(
      List<Lab> known, List<String> codes, Lab target) {
    return repo.byCodes(labIds(known), codes)
        .map(
            found -> {
              Map<Integer, List<CompendiumEntry>> byLab =
                  found.stream().collect(Collectors.groupingBy(CompendiumEntry::lab));
              List<CompendiumEntry> best =
                  byLab.entrySet().stream()
                      .min(
                          Comparator.comparingInt(
                                  (Map.Entry<Integer, List<CompendiumEntry>> e) ->
                                      -e.getValue().size())
                              .thenComparing(e -> e.getKey() == target.id())
                              .thenComparing(Map.Entry::getKey))
                      .map(Map.Entry::getValue)
                      .orElse(List.of());
              Map<String, Optional<CompendiumEntry>> out = new LinkedHashMap<>();
              for (String code : codes) {
                out.put(code, best.stream().filter(e -> e.providerId().equals(code)).findFirst());
              }
              return out;
            });
  }

  /** Candidates of the target lab for each code. */
  Future<ObjectNode> orderableCandidates(
      List<Lab> known, List<String> codes, Lab target, int limit) {
    return findSources(known, codes, target)
        .compose(sources -> matchSources(sources, target))
        .map(
            matches -> {
              ObjectNode out = Json.object();
              ObjectNode list = out.putObject("candidates");
              matches.forEach(
                  (code, found) -> {
                    ArrayNode array = list.putArray(code);
                    found.stream().limit(limit).forEach(c -> array.add(c.json()));
                  });
              return out;
            });
  }

  /**
   * Converts codes to the target lab, for those codes whose candidates cover all that they measure.
   */
  Future<ObjectNode> convert(List<Lab> known, List<String> codes, Lab target, int limit) {
    return findSources(known, codes, target)
        .compose(s -> conversion(s, Optional.empty(), target, limit));
  }

  /** Runs {@link #convert} for the markers of a test that is visible to the team. */
  Future<ObjectNode> convert(Tenant tenant, UUID test, Lab target, int limit) {
    return tests
        .requireOne(tenant, test)
        .compose(t -> tests.markersByTest(List.of(test)))
        .compose(m -> repo.byIds(m.getOrDefault(test, List.of())))
        .compose(
            entries -> {
              Map<String, Optional<CompendiumEntry>> sources = new LinkedHashMap<>();
              entries.forEach(e -> sources.put(e.providerId(), Optional.of(e)));
              return conversion(sources, Optional.of(test), target, limit);
            });
  }

  private Future<ObjectNode> conversion(
      Map<String, Optional<CompendiumEntry>> sources, Optional<UUID> test, Lab target, int limit) {
    return matchSources(sources, target)
        .map(
            matches -> {
              Set<String> good = new LinkedHashSet<>();
              List<String> open = new ArrayList<>();
              ObjectNode bySource = Json.object();
              matches.forEach(
                  (code, found) -> {
                    found.stream()
                        .filter(c -> c.relation().isComplete())
                        .findFirst()
                        .ifPresentOrElse(
                            c -> good.add(c.entry().providerId()), () -> open.add(code));
                    ObjectNode one = bySource.putObject(code).put("source_provider_id", code);
                    ArrayNode list = one.putArray("candidates");
                    found.stream().limit(limit).forEach(c -> list.add(c.json()));
                  });
              ObjectNode out =
                  Json.object()
                      .put("target_lab_id", target.id())
                      .put("target_lab_slug", target.slug())
                      .put("source_lab_id", sourceLabId(sources))
                      .put("source_lab_test_id", test.map(UUID::toString).orElse(null));
              CompendiumEntry.putArray(out, "source_provider_ids", sources.keySet());
              CompendiumEntry.putArray(out, "converted_provider_ids", good);
              CompendiumEntry.putArray(out, "unresolved_provider_ids", open);
              out.set("by_source_provider_id", bySource);
              return out;
            });
  }

  private static Integer sourceLabId(Map<String, Optional<CompendiumEntry>> sources) {
    return sources.values().stream()
        .flatMap(Optional::stream)
        .findFirst()
        .map(CompendiumEntry::lab)
        .orElse(null);
  }
}
