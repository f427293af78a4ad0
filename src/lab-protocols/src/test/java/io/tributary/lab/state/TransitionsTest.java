package io.tributary.lab.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.ServiceException;
import io.tributary.lab.state.Transitions.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransitionsTest {
  private static Set<String> specifiedTransitions(Modality modality) {
    return SpecificationRows.of("transitions.csv").stream()
        .filter(row -> SpecificationRows.modality(row.get(0)) == modality)
        .map(row -> row.get(1) + " -> " + row.get(2))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> implementedTransitions(Modality modality) {
    Set<String> out = new TreeSet<>();
    for (LowStatus from : LowStatus.values()) {
      modality
          .transitions()
          .successors(from)
          .forEach(to -> out.add(from.wireName() + " -> " + to.wireName()));
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource
  void theTableIsTheContractsRowByRow(Modality modality) {
    assertEquals(specifiedTransitions(modality), implementedTransitions(modality));
  }

  @Test
  void theContractHasRowsForEveryModality() {
    assertEquals(196, SpecificationRows.of("transitions.csv").size());
    for (Modality modality : Modality.values()) {
      assertTrue(specifiedTransitions(modality).size() >= 22, modality.name());
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyPairIsJudgedAsTheTableSays(Modality modality) {
    Set<String> rows = specifiedTransitions(modality);
    for (LowStatus from : LowStatus.values()) {
      for (LowStatus to : LowStatus.values()) {
        boolean row = rows.contains(from.wireName() + " -> " + to.wireName());
        boolean block = from == LowStatus.LAB_PROCESSING_BLOCKED && to == from;
        Verdict expected =
            row && !block ? Verdict.MOVE : from == to ? Verdict.REPEAT : Verdict.FORBIDDEN;
        assertEquals(
            expected,
            Transitions.judge(modality, Status.of(from), Status.of(to)),
            () -> modality + ": " + from + " to " + to);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyStateIsReachedFromTheStart(Modality modality) {
    TransitionTable<LowStatus> moves = modality.transitions();
    assertEquals(Set.of(LowStatus.ORDERED), moves.starts());
    assertEquals(moves.states(), moves.reachableFrom(LowStatus.ORDERED));
  }

  @ParameterizedTest
  @EnumSource
  void everyStateHasAWayToAnEndOrToCompleted(Modality modality) {
    for (LowStatus state : modality.transitions().states()) {
      assertTrue(
          modality.transitions().reachableFrom(state).stream()
              .anyMatch(s -> Transitions.isFinished(modality, s)),
          state::name);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theStepBackFromCompletedDoesNotExist(Modality modality) {
    assertEquals(
        EnumSet.of(LowStatus.COMPLETED, LowStatus.CORRECTED),
        modality.transitions().reachableFrom(LowStatus.COMPLETED));
  }

  @ParameterizedTest
  @EnumSource
  void endsAreThoseOfTheContract(Modality modality) {
    Set<LowStatus> named =
        SpecificationRows.of("rights.csv").stream()
            .filter(row -> row.get(0).equals("terminal"))
            .filter(row -> SpecificationRows.modality(row.get(1)) == modality)
            .map(row -> SpecificationRows.low(row.get(2)))
            .collect(Collectors.toSet());
    Set<LowStatus> ends =
        modality.transitions().states().stream()
            .filter(modality.transitions()::isFinal)
            .collect(Collectors.toSet());
    assertEquals(named, ends);
    for (LowStatus end : ends) {
      for (LowStatus to : LowStatus.values()) {
        assertTrue(
            Transitions.judge(modality, Status.of(end), Status.of(to)) != Verdict.MOVE,
            () -> end + " to " + to);
      }
    }
  }

  @Test
  void aBlockIsToldAgainOnlyForAnotherReason() {
    Status bare = Status.of(LowStatus.LAB_PROCESSING_BLOCKED);
    Status undated = Status.of(StatusDetail.DATE_OF_COLLECTION_UNSPECIFIED);
    Status other = Status.of(StatusDetail.DEMOGRAPHIC_INFORMATION_MISMATCH);
    for (Modality kit : List.of(Modality.KIT, Modality.REGISTRABLE_KIT)) {
      assertEquals(Verdict.REPEAT, Transitions.judge(kit, undated, undated));
      assertEquals(Verdict.REPEAT, Transitions.judge(kit, bare, bare));
      assertEquals(Verdict.MOVE, Transitions.judge(kit, undated, other));
      assertEquals(Verdict.MOVE, Transitions.judge(kit, bare, undated));
    }
  }

  @Test
  void aCallerIsToldWhichMoveIsForbidden() {
    Status completed = Status.of(LowStatus.COMPLETED);
    Status cancelled = Status.of(LowStatus.CANCELLED);
    ServiceException refusal =
        assertThrows(
            ServiceException.class,
            () -> Transitions.requireMove(Modality.WALK_IN, completed, cancelled));
    assertEquals(ServiceException.Reason.INVALID, refusal.reason());
    assertEquals(
        "Transition from completed to cancelled is not allowed", refusal.detail().asText());
    assertThrows(
        ServiceException.class,
        () -> Transitions.requireMove(Modality.WALK_IN, cancelled, cancelled));
    Transitions.requireMove(Modality.WALK_IN, Status.of(LowStatus.ORDERED), cancelled);
  }

  @Test
  void theSimulatedWaysGoAlongTheTable() {
    List<List<String>> paths = SpecificationRows.of("paths.csv");
    assertEquals(Modality.values().length, paths.size());
    for (List<String> row : paths) {
      Modality modality = SpecificationRows.modality(row.getFirst());
      List<LowStatus> path = row.stream().skip(1).map(SpecificationRows::low).toList();
      assertEquals(path, modality.simulationPath());
      for (int i = 1; i < path.size(); i++) {
        assertTrue(
            modality.transitions().allows(path.get(i - 1), path.get(i)), modality + " step " + i);
      }
    }
  }

  @Test
  void anImportedOrderPassesItsFirstStepsAlongTheTable() {
    assertEquals(List.of(LowStatus.ORDERED), OrderOrigin.initialStatuses(false));
    List<LowStatus> imported = OrderOrigin.initialStatuses(true);
    assertEquals(List.of(LowStatus.ORDERED, LowStatus.REQUISITION_BYPASSED), imported);
    for (Modality modality : Modality.values()) {
      assertEquals(
          modality != Modality.REGISTRABLE_KIT,
          modality.transitions().allows(imported.get(0), imported.get(1)),
          modality.name());
    }
  }

  @Test
  void oneRowPerStatus() {
    TransitionTable.Builder<LowStatus> rows =
        TransitionTable.startingAt(LowStatus.ORDERED).from(LowStatus.ORDERED, LowStatus.LOST);
    assertThrows(
        IllegalArgumentException.class, () -> rows.from(LowStatus.ORDERED, LowStatus.LOST));
  }
}
