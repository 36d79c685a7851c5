/* Runs a program for a machine with a stack: 0 push, 1 add, 2 subtract, 3 multiply, 4 double.
   code holds pairs of operation and operand; what stands on top in the end is returned. */
enum { PUSH, ADD, SUBTRACT, MULTIPLY, DOUBLE, TWICE };

int stackm(int n, const int *code)
{
    int stack[100];
    int top = -1;

    for (int i = 0; i < n; i++) {
        switch (code[2 * i]) {
        case PUSH:
            top++;
            stack[top] = code[2 * i + 1];
            break;
        case ADD:
            top--;
            stack[top] = stack[top] + stack[top + 1];
            break;
        case SUBTRACT:
            top--;
            stack[top] = stack[top] - stack[top + 1];
            break;
        case MULTIPLY:
            top--;
            stack[top] = stack[top] * stack[top + 1];
            break;
        case DOUBLE:
        case TWICE:
            stack[top] = 2 * stack[top];
            break;
        default:
            return -1;
        }
    }
    return stack[top];
}
