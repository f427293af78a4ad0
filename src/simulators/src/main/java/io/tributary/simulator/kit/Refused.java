package io.tributary.simulator.kit;

/** A refusal that the vendor has still to word. */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  public Refused(Problem problem) {
    super(problem.getClass().getSimpleName(), null, false, false);
    this.problem = problem;
  }

  public static Refused oauth(int status, String error, String description) {
    return new Refused(new Problem.OAuth(status, error, description));
  }

  public Problem problem() {
    return problem;
  }
}
